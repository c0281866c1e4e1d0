// Plays a game of 9x9 through @sabaki/gtp, the GTP layer of Sabaki, and prints one JSON object about it.
//
//   node sabaki_client.cjs FOLDER-OF-THE-PACKAGE PROGRAM [ARGUMENT...]

'use strict'

const [folder, program, ...programArguments] = process.argv.slice(2)
const {Controller, ControllerStateTracker} = require(folder)

const OTHER = {B: 'W', W: 'B'}
const MOST_MOVES = 300

async function main() {
  const controller = new Controller(program, programArguments)
  const tracker = new ControllerStateTracker(controller)
  const stderr = []
  const summary = {moves: []}
  controller.on('stderr', ({content}) => stderr.push(content))
  controller.on('stopped', ({signal}) => (summary.stopped = signal))

  const send = (name, ...args) => controller.sendCommand({name, args})
  const ask = async (name, ...args) => {
    const {error, content} = await send(name, ...args)
    if (error) throw new Error(`${name} ${args.join(' ')}: ${content}`)
    return content
  }
  const list = text => text.split(/\s+/).filter(word => word !== '')

  controller.start()

  // What Sabaki does first: four commands without waiting.
  const greeting = await Promise.all(['name', 'version', 'protocol_version', 'list_commands'].map(name => send(name)))
  summary.greeting = greeting.slice(0, 3).map(({content}) => content)
  summary.errorsInGreeting = greeting.filter(({error}) => error).length
  summary.knowsUndo = await tracker.knowsCommand('undo')
  summary.knowsAnalyze = await tracker.knowsCommand('analyze')

  // A position as Sabaki brings an engine up to date with it, with a handicap first and then without.
  await tracker.sync({komi: 0.5, boardsize: [9, 9], history: [{name: 'set_free_handicap', args: ['C3', 'G7']}]})
  summary.handicap = list(await ask('list_stones', 'black'))
  summary.rectangle = await tracker.sync({boardsize: [9, 13]}).then(() => 'accepted', error => error.message)
  const opening = ['B E5', 'W C3', 'B G7'].map(move => ({name: 'play', args: move.split(' ')}))
  await tracker.sync({komi: 7.5, boardsize: [9, 9], history: opening})
  summary.afterSync = list(await ask('list_stones', 'black'))

  // Back by one move and on with another: an undo and a play, no clear_board.
  const sent = []
  const record = ({command}) => sent.push(command.name)
  controller.on('command-sent', record)
  await tracker.sync({history: [...opening.slice(0, 2), {name: 'play', args: ['B', 'G3']}]})
  controller.removeListener('command-sent', record)
  summary.sentToStepAside = sent

  const illegal = await send('play', 'W', 'E5')
  summary.illegal = {error: illegal.error, content: illegal.content}
  summary.unknown = await send('fly', 'me')

  // The game, each side by the engine, with the tenth move taken back and chosen again.
  let color = 'W'
  let passes = 0
  let undone = false
  while (passes < 2 && summary.moves.length < MOST_MOVES && summary.resigned == null) {
    const vertex = await ask('genmove', color)
    if (vertex.toLowerCase() === 'resign') {
      summary.resigned = color
      break
    }
    summary.moves.push([color, vertex])
    passes = vertex.toLowerCase() === 'pass' ? passes + 1 : 0
    if (summary.moves.length === 10 && !undone) {
      await ask('undo')
      summary.moves.pop()
      undone = true
      passes = 0
    } else {
      color = OTHER[color]
    }
  }
  summary.undone = undone
  summary.trackedHistory = tracker.state.history.map(({args}) => args)

  // Another engine window, brought up to date from what was tracked, has the same stones.
  const twin = ControllerStateTracker.fromController(program, programArguments)
  await twin.sync(tracker.state)
  const stonesOf = async controller =>
    (await Promise.all(['black', 'white'].map(name => controller.sendCommand({name: 'list_stones', args: [name]}))))
      .map(({content}) => list(content))
  summary.stones = await stonesOf(controller)
  summary.twinStones = await stonesOf(twin.controller)
  summary.score = await ask('final_score')
  summary.dead = list(await ask('final_status_list', 'dead'))

  const began = Date.now()
  await Promise.all([controller.stop(), twin.controller.stop()])
  summary.millisecondsToStop = Date.now() - began
  summary.stderrLines = stderr.length
  console.log(JSON.stringify(summary))
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
