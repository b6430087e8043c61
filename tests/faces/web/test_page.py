"""What a person does on the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from model_server import ModelServer, Reply, says
from playwright.sync_api import Page, expect
from web_samples import Served

from codeqa.codebase import Codebase

Serve = Callable[..., Served]


def ask(page: Page, question: str) -> None:
    page.get_by_label("Question").fill(question)
    page.get_by_label("Question").press("Enter")


def test_ask_open_a_citation_and_walk_to_a_caller(page: Page, serve: Serve) -> None:
    page.goto(serve().url)
    ask(page, "how does keep_watch light the lamp?")
    page.locator(".chip").first.click()
    source = page.get_by_role("complementary", name="Source")
    expect(source.locator(".cited").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(source).to_have_count(0)
    page.locator(".evidence summary").click()
    page.locator(".hits .symbol", has_text="keep_watch").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("keep_watch")
    page.locator(".picture a", has_text="open_harbour").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("open_harbour")


def test_uses_are_grouped_and_walked_through(page: Page, serve: Serve) -> None:
    page.goto(f"{serve().url}#/lighthouse/symbol/Lamp")
    expect(page.locator(".uses h3", has_text="keeper.py")).to_be_visible()
    page.locator(".use").first.click()
    expect(page.locator(".steps")).to_contain_text("1 of")
    page.get_by_label("Next reference").click()
    expect(page.locator(".steps")).to_contain_text("2 of")
    expect(page.locator(".cited")).to_be_visible()


def test_the_uses_of_what_is_cited_are_walked_through(page: Page, serve: Serve) -> None:
    page.goto(f"{serve().url}#/lighthouse/symbol/keep_watch")
    page.locator(".symbol-page header button").click()
    page.get_by_role("button", name="Uses of keep_watch").click()
    expect(page.locator(".steps")).to_contain_text("1 of")
    expect(page.locator(".source-head h2")).to_contain_text("harbour.py")


def test_a_model_s_answer_streams_and_its_citations_open(page: Page, serve: Serve, model_server: ModelServer) -> None:
    model_server.expect(says("The lamp is lit by `keep_watch` [1]."))
    page.goto(serve(model=True).url)
    ask(page, "how does keep_watch light the lamp?")
    page.locator("button.citation").first.click()
    expect(page.get_by_role("complementary", name="Source").locator(".cited").first).to_be_visible()
    expect(page.get_by_text("looked at by")).to_be_visible()


def test_stop_ends_an_answer_which_leaves_no_trace(page: Page, serve: Serve, model_server: ModelServer) -> None:
    model_server.expect(Reply(["never"], delay=30))
    page.goto(serve(model=True).url)
    ask(page, "how does keep_watch light the lamp?")
    while not model_server.requests:  # else the next question gets the reply that was meant for this one
        page.wait_for_timeout(50)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped. This answer is not kept.")).to_be_visible()
    expect(page.get_by_role("button", name="Ask")).to_be_visible()
    expect(page.get_by_text("Conversations are kept here.")).to_be_visible()
    model_server.expect(says("The lamp is lit [1]."))
    ask(page, "how does keep_watch light the lamp?")
    expect(page.locator(".answer").last).to_contain_text("The lamp is lit", timeout=15_000)


def test_a_conversation_goes_on_after_a_reload_and_is_renamed_and_deleted(page: Page, serve: Serve) -> None:
    page.goto(serve().url)
    ask(page, "what is keep_watch?")
    expect(page).to_have_url(re.compile(r"/chat/\d{8}-"))
    page.reload()
    expect(page.locator(".question")).to_have_text("what is keep_watch?")
    ask(page, "and who calls it?")
    expect(page.locator(".answer").last).to_contain_text("open_harbour")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("New title").fill("The watch")
    page.get_by_label("New title").press("Enter")
    expect(page.locator(".conversations a", has_text="The watch").first).to_be_visible()
    page.locator(".menu summary").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Export").click()
    assert "The watch" in Path(downloading.value.path()).read_text(encoding="utf-8")
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Conversations are kept here.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/chat$"))


def test_completion_offers_files_and_symbols(page: Page, serve: Serve) -> None:
    page.goto(serve().url)
    question = page.get_by_label("Question")
    question.press_sequentially("explain @keep")
    expect(page.locator("#completions [role=option]").first).to_contain_text("keep")
    question.press("ArrowDown")
    question.press("ArrowUp")
    question.press("Tab")
    expect(question).to_have_value(re.compile(r"explain @(keep_watch|lighthouse/keeper\.py) $"))
    question.press_sequentially("@code")
    expect(page.locator("#completions").get_by_text("codebase", exact=True).first).to_be_visible()
    question.press("Escape")
    expect(page.locator("#completions")).to_have_count(0)


def test_search_by_keyboard(page: Page, serve: Serve) -> None:
    page.goto(f"{serve().url}#/lighthouse/overview")
    expect(page.get_by_role("heading", level=1)).to_have_text("lighthouse")
    page.keyboard.press("/")
    page.keyboard.type("shine")
    page.keyboard.press("Enter")
    expect(page.locator(".hit").first).to_contain_text("lamp.py")
    page.locator("main").click(position={"x": 5, "y": 5})
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("complementary", name="Source")).to_be_visible()


def test_a_deep_place_opens_at_its_line(page: Page, serve: Serve) -> None:
    page.goto(f"{serve().url}#/lighthouse/file/lighthouse/{'deep' * 12}.py:241")
    line = page.locator(".cited .code")
    expect(line).to_have_text("def step_60():")
    expect(line).to_be_in_viewport()


def test_theme_and_editor_are_chosen_and_kept(page: Page, serve: Serve) -> None:
    page.goto(f"{serve().url}#/lighthouse/file/lighthouse/lamp.py:4")
    page.get_by_label("Theme").select_option("dark")
    page.get_by_label("Editor").select_option("VS Code")
    page.reload()
    expect(page.get_by_role("link", name="Open in editor")).to_have_attribute("href", re.compile(r"^vscode://.*:4$"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_first_index_is_seen_being_made(page: Page, serve: Serve) -> None:
    page.goto(serve(index=False, follow=True).url)
    expect(page.get_by_label("Question")).to_be_visible()
    expect(page.get_by_role("status").first).to_contain_text("Index of")
    page.get_by_role("button", name="Rebuild").click()
    expect(page.get_by_role("button", name="Rebuild")).to_be_enabled()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("#/lighthouse/symbol/NoSuchThing", "Nothing in this codebase is named"),
        ("#/lighthouse/file/nowhere.py:3", "There is no file nowhere.py"),
        ("#/lighthouse/chat/20000101-000000-0000", "There is no conversation"),
        ("#/lighthouse/elsewhere", "There is no such page"),
        ("#/%E0%A4%A/chat", "Ask lighthouse"),
    ],
)
def test_what_is_not_there_is_said(page: Page, serve: Serve, address: str, says: str) -> None:
    page.goto(f"{serve().url}{address}")
    expect(page.locator("main")).to_contain_text(says)


def test_a_server_that_is_gone_is_said(page: Page, serve: Serve) -> None:
    served = serve()
    page.goto(served.url)
    expect(page.get_by_label("Question")).to_be_visible()
    served.stop()
    ask(page, "how does keep_watch light the lamp?")
    expect(page.get_by_role("alert")).to_contain_text("does not answer")


def test_a_model_that_refuses_is_said(page: Page, serve: Serve, model_server: ModelServer) -> None:
    model_server.expect(Reply(status=401, body={"error": {"message": "bad key"}}))
    page.goto(serve(model=True).url)
    ask(page, "how does keep_watch light the lamp?")
    expect(page.get_by_role("alert")).to_contain_text("key")


def test_planted_markup_is_text(page: Page, serve: Serve) -> None:
    served = serve()
    for address in ("overview", "symbol/Lamp", "search/shines", "file/README.md:1"):
        page.goto(f"{served.url}#/lighthouse/{address}")
        expect(page.locator("main")).to_contain_text("onerror")
    page.goto(served.url)
    ask(page, "what is this about? <img src=x onerror=\"document.title='stolen'\">")
    expect(page.locator(".conversations a").first).to_contain_text("<img")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_every_view_is_accessible_and_fits(page: Page, serve: Serve, theme: str, width: int) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 800})
    served = serve()
    page.goto(served.url)
    ask(page, "how does keep_watch light the lamp?")
    page.locator(".evidence summary").click()
    views = [".evidence[open]"]
    check(page, views[0])
    for address, seen in (
        ("overview", ".most"),
        ("symbol/keep_watch", ".uses"),
        ("search/lamp", ".hits"),
        ("file/lighthouse/lamp.py:4", ".cited"),
    ):
        page.goto(f"{served.url}#/lighthouse/{address}")
        check(page, seen)


def check(page: Page, seen: str) -> None:
    expect(page.locator(seen).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    found = Axe().run(page).response["violations"]
    serious = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
    assert serious == []


def test_several_codebases_side_by_side(page: Page, root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "wind.py").write_text("def blow():\n    return 'wind'\n", encoding="utf-8")
    codebases = [Codebase(root), Codebase(other)]
    for one in codebases:
        one.index()
    served = Served(*codebases, follow=False)
    try:
        page.goto(served.url)
        page.get_by_label("Codebase", exact=True).select_option("other")
        ask(page, "what is blow?")
        expect(page.locator(".chip").first).to_contain_text("wind.py")
        page.get_by_label("Codebase", exact=True).select_option("lighthouse")
        expect(page.locator(".turn")).to_have_count(0)
    finally:
        served.stop()
