"""How other programs speak to Tengen, and how Tengen speaks to them."""
