"""The application: the API under `/api`, the page at `/`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException as StarletteHTTPException

import pyreason
from pyreason.cards.library import default_library
from pyreason.cards.search import Completer
from pyreason.cards.showing import card_json
from pyreason.errors import PyreasonError
from pyreason.web import describe, problems
from pyreason.web.answers import Answers
from pyreason.web.bodies import read_text
from pyreason.web.catalogue import catalogue
from pyreason.web.examples import examples
from pyreason.web.limits import Limits
from pyreason.web.pool import Pool
from pyreason.web.wrapping import Guard

STATIC = Path(__file__).parent / "static"
MAX_QUERY = 200


def create_app(
    limits: Limits | None = None, *, workers: int = 2, hosts: Collection[str] | None = None
) -> FastAPI:
    """The ASGI application.

    Args:
        limits: what a request may cost.
        workers: how many processes answer questions.
        hosts: the host names that are served (against pages elsewhere that rebind a name to this machine);
            None serves all.
    """
    limits = limits or Limits()
    pool = Pool(limits, workers)
    answers = Answers(pool)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        await pool.start()
        try:
            yield
        finally:
            await pool.close()

    app = FastAPI(
        title="pyreason",
        version=pyreason.__version__,
        summary="Rules questions about Magic: The Gathering boards, answered with reasons.",
        lifespan=running,
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
    )
    app.add_middleware(Guard, hosts=hosts)
    app.state.pool = pool
    _add_problems(app)
    _add_questions(app, answers, limits)
    _add_lookups(app, answers)
    _add_page(app)
    app.openapi = lambda: describe.openapi(app)  # type: ignore[method-assign]
    return app


def problem_response(problem: problems.Problem) -> Response:
    """The problem as a response."""
    headers = {"Retry-After": "2"} if problem.status == 503 else None
    return JSONResponse(problem.to_dict(), problem.status, media_type=problems.MEDIA_TYPE, headers=headers)


def _answer(status: int, text: bytes) -> Response:
    media_type = "application/json" if status < 400 else problems.MEDIA_TYPE
    headers = {"Retry-After": "2"} if status == 503 else None
    return Response(text, status, headers, media_type)


def _add_problems(app: FastAPI) -> None:
    """Every error is a problem document."""

    @app.exception_handler(StarletteHTTPException)
    async def http(request: Request, error: StarletteHTTPException) -> Response:
        return problem_response(problems.of_status(error.status_code, str(error.detail)))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        faults = [f"{fault['loc'][-1]}: {fault['msg']}" for fault in error.errors()]
        return problem_response(problems.of_status(422, "; ".join(faults)[:500]))

    @app.exception_handler(PyreasonError)
    async def ours(request: Request, error: PyreasonError) -> Response:
        return problem_response(problems.of_errors([error]))

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        return problem_response(problems.internal(error))


def _add_questions(app: FastAPI, answers: Answers, limits: Limits) -> None:
    @app.post("/api/ask", **describe.ASK)
    async def ask(
        request: Request,
        strict: bool = False,
        cite: bool = True,
        explain: bool = False,
        outcomes: Annotated[int | None, Query(ge=1, description="List at most so many outcomes.")] = None,
    ) -> Response:
        """Answer the question of one scenario: the ruling, what it rests on, and caveats."""
        text = await read_text(request, limits.body, limits.receive)
        job = {"do": "ask", "text": text, "strict": strict, "cite": cite, "explain": explain}
        return _answer(*await answers.get({**job, "outcomes": min(outcomes or 10**9, limits.outcomes)}))

    @app.post("/api/read", **describe.READ)
    async def read(request: Request) -> Response:
        """The scenarios of a file (YAML or JSON, several documents), and what is wrong with the others."""
        text = await read_text(request, limits.upload, limits.receive)
        return _answer(*await answers.get({"do": "read", "text": text}))

    @app.post("/api/write", **describe.WRITE)
    async def write(request: Request) -> Response:
        """A scenario as a YAML document."""
        text = await read_text(request, limits.body, limits.receive)
        return _answer(*await answers.get({"do": "write", "text": text}))

    @app.post("/api/board", **describe.BOARD)
    async def board(request: Request) -> Response:
        """The board of a line of board text, as the keys of a scenario."""
        text = await read_text(request, limits.body, limits.receive)
        return _answer(*await answers.get({"do": "board", "text": text}))

    @app.post("/api/text", **describe.TEXT)
    async def text(request: Request) -> Response:
        """The board of a scenario as a line of board text."""
        scenario = await read_text(request, limits.body, limits.receive)
        return _answer(*await answers.get({"do": "text", "text": scenario}))


@cache
def completer() -> Completer:
    """Completes the names of the shipped library."""
    return Completer(default_library().names())


@lru_cache(maxsize=4096)
def _card(name: str) -> dict[str, Any]:
    return card_json(default_library().find(name))


def _found(text: str, limit: int) -> list[dict[str, Any]]:
    cards = []
    for name in completer().complete(text, limit):
        try:
            card = default_library().find(name)
        except PyreasonError:  # a half without a record, or a face of several cards
            continue
        line = " — ".join(" ".join(part) for part in ((*card.supertypes, *card.types), card.subtypes) if part)
        cards.append({"name": name, "mana_cost": card.mana_cost, "type": line})
    return cards


def _add_lookups(app: FastAPI, answers: Answers) -> None:
    @app.get("/api/cards", **describe.CARDS)
    async def cards(
        q: Annotated[str, Query(max_length=MAX_QUERY, description="What was typed so far.")],
        limit: Annotated[int, Query(ge=1, le=50)] = 10,
    ) -> dict[str, Any]:
        """Cards whose names begin with, contain or resemble what was typed, best first."""
        return {"cards": await asyncio.to_thread(_found, q, limit)}

    @app.get("/api/cards/{name:path}", **describe.CARD)
    async def card(name: str) -> dict[str, Any]:
        """A card: its values, and each line as pyreason understands it."""
        if len(name) > MAX_QUERY:
            raise HTTPException(422, f"no card's name is longer than {MAX_QUERY} letters")
        return await asyncio.to_thread(_card, name)

    @app.get("/api/questions", **describe.QUESTIONS)
    async def questions() -> list[dict[str, Any]]:
        """The questions that are answered, with their fields."""
        return catalogue()

    @app.get("/api/examples", **describe.EXAMPLES)
    async def ready() -> list[dict[str, Any]]:
        """Ready scenarios."""
        return await asyncio.to_thread(examples)

    @app.get("/api/schema", **describe.SCHEMA)
    async def schema() -> dict[str, Any]:
        """The JSON Schema of a scenario."""
        from pyreason._scenario_schema import json_schema

        return json_schema()

    @app.get("/api/health", **describe.HEALTH)
    async def health() -> Response:
        """Whether questions are answered now."""
        pool = answers.pool
        document = {
            "status": "ok" if pool.ready else "starting",
            "version": pyreason.__version__,
            "workers": {"ready": pool.ready, "of": pool.size, "restarts": pool.restarts},
            "waiting": pool.waiting,
            "questions": {"asked": answers.asked, "remembered": answers.remembered},
        }
        return JSONResponse(document, 200 if pool.ready else 503)


def _add_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return FileResponse(STATIC / "index.html")

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
