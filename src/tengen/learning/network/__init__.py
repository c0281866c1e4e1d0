"""Teaching a neural network from games: needs PyTorch, and onnx to write what was learnt."""
