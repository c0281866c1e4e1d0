"""Reading fights to their end: can this group be taken, does it live, and by which move?"""
