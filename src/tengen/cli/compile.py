"""`tengen compile`: what else would be done at the first start."""


def compile() -> None:
    """Compile the kernels now, if that has not been done yet, and again what is damaged."""
    from tengen.compilation import ensure_compiled
    from tengen.kernels.code_folder import remove_damaged_files

    remove_damaged_files()
    ensure_compiled()
