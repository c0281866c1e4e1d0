"""Serving the board: on this computer only, unless somebody asks for more, and then only with a token."""

import contextlib
import os
import secrets
import signal
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.errors import TengenError, reason_of

if TYPE_CHECKING:  # loading them takes longer than the first page may
    from tengen.records import GameRecord
    from tengen.web.lock import FolderLock
    from tengen.web.settings import GameSettings

DEFAULT_PORT = 8080
_TRIED_PORTS = 20
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_RECONNECT_SECONDS = 60.0
_PROBE = 8192  # bytes that must fit on the disk
_HISTORY = 300  # messages kept for a page that is away: pictures of boards are large, and a reload shows all anyway


@dataclass(frozen=True)
class ServerOptions:
    """How to serve."""

    folder: Path  # for games and preferences
    host: str = "127.0.0.1"
    port: int | None = None  # None: the first that is free from 8080 on
    token: str = ""
    show: bool = True  # open a browser
    threads: int = 1
    memory: int = 200  # megabytes a game
    games: int = 16
    settings: "GameSettings | None" = None  # of a first game; None: the usual ones
    begin: bool = False  # whether the first visitor finds a new game, whatever he played before
    record: "GameRecord | None" = None  # what he finds on the board
    wishes: tuple[str, ...] = ()  # options that were given and that a server which runs already cannot fulfil

    @property
    def games_folder(self) -> Path:
        """Where games are kept."""
        return self.folder / "games"

    @property
    def preferences_folder(self) -> Path:
        """Where preferences are kept."""
        return self.folder / "browsers"

    @property
    def is_local(self) -> bool:
        """Whether only this computer is served."""
        return self.host in _LOOPBACK


def free_port(host: str, wanted: int | None) -> int:
    """The port to serve on; one that is asked for must be free."""
    ports = [wanted] if wanted is not None else range(DEFAULT_PORT, DEFAULT_PORT + _TRIED_PORTS)
    for port in ports:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OverflowError:
                raise TengenError(f"port {port} is not possible: choose 1 to 65535") from None
            except socket.gaierror:
                raise TengenError(
                    f"{host!r} is no address of this computer: leave --host out, or say 0.0.0.0"
                ) from None
            except OSError as error:
                if wanted is not None:
                    raise TengenError(
                        f"port {port} cannot be used ({error.strerror}): choose another with --port"
                    ) from None
                continue
            return int(probe.getsockname()[1])
    raise TengenError(f"no port from {DEFAULT_PORT} on is free: choose one with --port")


def serve(options: ServerOptions) -> None:
    """Serve until interrupted; if a server of this folder runs already, go to its page instead."""
    from tengen.web.lock import FolderLock, go_to_running

    lock = FolderLock(options.folder)
    if not lock.take() and go_to_running(lock, options):
        return
    try:
        _serve(options, lock)
    finally:
        lock.release()


def _serve(options: ServerOptions, lock: "FolderLock") -> None:
    port = free_port(options.host, options.port)
    token = "" if options.is_local else options.token or secrets.token_urlsafe(16)
    # Preferences are kept by `preferences.py`: nothing is ever written there.
    os.environ.setdefault("NICEGUI_STORAGE_PATH", str(options.folder / "unused"))
    try:
        from nicegui import app, ui
        from starlette.middleware.gzip import GZipMiddleware
        from starlette.middleware.sessions import SessionMiddleware
    except ModuleNotFoundError:
        raise TengenError("the browser's board needs NiceGUI: pip install 'tengen[web]', or play --terminal") from None

    from tengen.web.access import MAX_AGE, AccessControl, KnownByOldName, cookie_name
    from tengen.web.application import call_when_open, install
    from tengen.web.limits import BodyLimit, uvicorn_settings
    from tengen.web.style import ICON

    kept = _say_what_is_not_kept(options.folder, lock)
    write_all = install(options)
    secret = _secret(options.folder)
    # The last is the first to see a request: who is not let in leaves nothing behind.
    app.add_middleware(BodyLimit)
    app.add_middleware(SessionMiddleware, secret_key=secret, session_cookie=cookie_name(secret), max_age=MAX_AGE)
    app.add_middleware(KnownByOldName, name=cookie_name(secret))
    # The names this server answers to: others may be a foreign page that was led here. None: any, with a token.
    hosts = _LOOPBACK if options.is_local else None
    app.add_middleware(AccessControl, hosts=hosts, token=token, cookie=cookie_name(secret, "token"))
    address = _address(options.host, port, token)

    def announce() -> None:
        lock.tell(address, options.host)
        print(f"Tengen's board is at {address}  (Ctrl-C ends it{'; your games are kept' if kept else ''})", flush=True)

    call_when_open(announce)
    try:
        with contextlib.suppress(KeyboardInterrupt):  # which is how one leaves
            ui.run(
                host=options.host,
                port=port,
                title="Tengen",
                favicon=ICON,
                show=address[address.index("/", 8) :] if options.show else False,
                reload=False,
                reconnect_timeout=_RECONNECT_SECONDS,
                message_history_length=_HISTORY,
                storage_secret=secret,
                show_welcome_message=False,
                tailwind=False,
                # On this computer packing takes longer than the way.
                gzip_middleware_factory=None if options.is_local else GZipMiddleware,
                uvicorn_logging_level="critical",  # it tells of every Ctrl-C by a traceback
                **uvicorn_settings(),
            )
    except SystemExit as error:
        if not error.code:
            raise
        raise TengenError(f"port {port} was taken by another program meanwhile: start Tengen again") from None
    finally:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # one more must not cut this short too
        write_all()  # if two Ctrl-C have cut the usual end short
        signal.signal(signal.SIGINT, before)


def _address(host: str, port: int, token: str) -> str:
    """What a browser of this computer opens."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/" + (f"?token={token}" if token else "")


def _say_what_is_not_kept(folder: Path, lock: "FolderLock") -> bool:
    """Whether games are kept; if not, or if two servers would not see each other, that is told once."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_PROBE))
    except OSError as error:
        told = f"games cannot be kept in {folder} ({reason_of(error)}), and are in memory while Tengen runs"
        print(f"tengen: {told}: choose another folder with --folder", file=sys.stderr, flush=True)
        return False
    if lock.trouble:
        told = (
            f"{folder} cannot be locked ({lock.trouble}): start no second Tengen there, they would not see each other"
        )
        print(f"tengen: {told}", file=sys.stderr, flush=True)
    return True


def _secret(folder: Path) -> str:
    """What signs the browsers' cookies: made once, readable by nobody else."""
    path = folder / "secret"
    try:
        known = path.read_text(encoding="ascii").strip()
        if len(known) >= 32:
            return known
    except (OSError, ValueError):
        pass
    secret = secrets.token_hex(32)
    with (
        contextlib.suppress(OSError),
        os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file,
    ):
        file.write(secret)
    return secret
