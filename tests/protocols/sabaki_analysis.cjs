// Analyses through @sabaki/gtp, the GTP layer of Sabaki, and prints one JSON object about it.
//
//   node sabaki_analysis.cjs FOLDER-OF-THE-PACKAGE PROGRAM [ARGUMENT...]

'use strict'

const [folder, program, ...programArguments] = process.argv.slice(2)
const {Controller, ControllerStateTracker} = require(folder)

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

async function main() {
  const controller = new Controller(program, programArguments)
  const tracker = new ControllerStateTracker(controller)
  const summary = {analyses: {}, moves: {}}
  const send = (name, ...args) => controller.sendCommand({name, args})

  controller.start()
  summary.commands = (await send('list_commands')).content.split('\n')
  await tracker.sync({komi: 7.5, boardsize: [9, 9], history: [{name: 'play', args: ['B', 'E5']}]})

  // An analysis as Sabaki runs it: lines as they come, and protocol_version to end it.
  for (const [name, ...args] of [
    ['lz-analyze', 'W', '10'],
    ['kata-analyze', 'W', '10', 'ownership', 'true']
  ]) {
    const lines = []
    const answer = controller.sendCommand({name, args}, ({line}) => lines.push(line))
    while (lines.filter(line => line.startsWith('info ')).length < 3) await pause(20)
    const began = Date.now()
    const abort = await send('protocol_version')
    const {error, id, content} = await answer
    summary.analyses[name] = {
      lines,
      error,
      id,
      linesOfContent: content.split('\n').length,
      abort,
      milliseconds: Date.now() - began
    }
  }

  // Moves with analysis: the tracker must see them, or Sabaki's board and the engine's drift apart.
  for (const [name, color] of [
    ['lz-genmove_analyze', 'W'],
    ['kata-genmove_analyze', 'B']
  ]) {
    const lines = []
    const {error} = await controller.sendCommand({name, args: [color, '10']}, ({line}) => lines.push(line))
    summary.moves[name] = {lines, error}
  }
  await pause(50)
  summary.tracked = tracker.state.history.map(({args}) => args)
  summary.stones = (await send('list_stones', 'black')).content
  summary.refused = await send('lz-analyze', 'B', 'soon')

  // Stopped in the middle of an analysis.
  send('kata-analyze', 'W', '10').catch(() => {})
  await pause(300)
  const began = Date.now()
  await controller.stop()
  summary.millisecondsToStop = Date.now() - began
  console.log(JSON.stringify(summary))
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
