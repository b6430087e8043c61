from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from codeqa.errors import SettingsError
from codeqa.settings import EDITOR_LINKS, SETTINGS_FILE, Settings, load_settings, user_file


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*os.environ,):
        if name.startswith("CODEQA_"):
            monkeypatch.delenv(name)


def write(root: Path, text: str) -> None:
    (root / SETTINGS_FILE).write_text(text, encoding="utf-8")


def test_defaults_need_nothing_and_leave_the_machine_out_of_it(tmp_path: Path) -> None:
    settings = load_settings(tmp_path)
    assert settings == Settings()
    assert (settings.embedder, settings.model, settings.max_file_bytes) == ("wordllama", None, 1_000_000)
    assert (settings.hidden, settings.secrets, settings.rerank) == (False, False, False)
    with pytest.raises(ValidationError, match="frozen"):
        settings.model = "openai/gpt"  # type: ignore[misc]


budgets = st.none() | st.integers(1, 10**6)


@given(file=budgets, environment=budgets, flag=budgets)
def test_the_last_of_file_environment_and_flag_wins(
    file: int | None, environment: int | None, flag: int | None
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        if file is not None:
            write(Path(folder), f"token_budget = {file}\n")
        if environment is not None:
            patch.setenv("CODEQA_TOKEN_BUDGET", str(environment))
        given_ones = [one for one in (file, environment, flag) if one is not None]
        assert load_settings(Path(folder), token_budget=flag).token_budget == (given_ones or [8_000])[-1]


def test_every_kind_of_value_can_come_from_the_file_and_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        tmp_path,
        'exclude = ["docs/", "*.snap"]\nhidden = true\nworkers = 3\nmodel = "ollama/qwen3"\nmodel_timeout = 2.5\n',
    )
    from_file = load_settings(tmp_path)
    assert from_file.exclude == ("docs/", "*.snap")
    assert (from_file.hidden, from_file.workers, from_file.model_timeout) == (True, 3, 2.5)
    monkeypatch.setenv("CODEQA_EXCLUDE", " vendor/, *.min.js ,")
    monkeypatch.setenv("CODEQA_HIDDEN", "no")
    monkeypatch.setenv("CODEQA_WORKERS", "1")
    monkeypatch.setenv("CODEQA_MODEL", "")
    both = load_settings(tmp_path)
    assert both.exclude == ("vendor/", "*.min.js")
    assert (both.hidden, both.workers, both.model_timeout) == (False, 1, 2.5)
    assert both.model == "ollama/qwen3"  # an empty variable is none


@pytest.mark.parametrize(
    "text",
    [
        'model = "openai/gpt-5"',
        'model = "tiny"\nmodel_url = "http://models.example.org/v1"',
        'model_url = "https://models.example.org/v1"',
        'embedder = "openai:text-embedding-3-small"',
        'embedder = "ollama:nomic"\nembedder_url = "http://10.0.0.7:11434/v1"',
        'reranker = "cohere:rerank-v3.5"',
    ],
)
def test_a_codebase_s_file_cannot_have_code_sent_elsewhere(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, f"{text}\n")
    with pytest.raises(SettingsError, match="not on this machine"):
        load_settings(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    user_file().parent.mkdir()
    (tmp_path / SETTINGS_FILE).rename(user_file())
    load_settings(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        'model = "ollama/qwen3"',
        'model = "tiny"\nmodel_url = "http://127.0.0.1:8080/v1"',
        'embedder = "model2vec:some/folder"',
        'reranker = "jina:m"\nreranker_url = "http://localhost:8080/v1"',
    ],
)
def test_a_codebase_s_file_may_name_what_runs_on_this_machine(tmp_path: Path, text: str) -> None:
    write(tmp_path, f"{text}\n")
    load_settings(tmp_path)


def test_the_codebase_s_file_wins_over_the_person_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    user_file().parent.mkdir(parents=True)
    user_file().write_text('token_budget = 100\nmodel = "openai/gpt-5"\n', encoding="utf-8")
    write(tmp_path, "token_budget = 200\n")
    settings = load_settings(tmp_path)
    assert (settings.token_budget, settings.model) == (200, "openai/gpt-5")
    user_file().write_text("token_budget = 0\n", encoding="utf-8")
    (tmp_path / SETTINGS_FILE).unlink()
    with pytest.raises(SettingsError, match="own"):
        load_settings(tmp_path)


def test_a_relative_index_folder_starts_where_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, 'index_dir = "build/index"\n')
    assert load_settings(tmp_path).index_dir == tmp_path / "build" / "index"
    write(tmp_path, 'index_dir = "~/index"\n')
    assert load_settings(tmp_path).index_dir == Path("~/index").expanduser()
    monkeypatch.setenv("CODEQA_INDEX_DIR", "here")
    assert load_settings(tmp_path).index_dir == Path("here")
    assert load_settings(tmp_path, index_dir=Path("there")).index_dir == Path("there")


def test_without_a_root_no_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, 'model = "openai/gpt-5"\n')
    monkeypatch.chdir(tmp_path)
    assert load_settings(None, token_budget=5) == Settings(token_budget=5)


def test_an_unknown_key_is_named_with_its_file_and_the_nearest_one(tmp_path: Path) -> None:
    write(tmp_path, "max_file_byte = 5\n")
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / SETTINGS_FILE}: there is no setting 'max_file_byte'. Did you mean 'max_file_bytes'?"
    )
    write(tmp_path, "[zzz]\n")
    with pytest.raises(SettingsError, match=r"no setting 'zzz'\. Known settings: index_dir, max_file_bytes"):
        load_settings(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("token_budget = 0", r"codeqa\.toml: token_budget: Input should be greater than 0 \(given: 0\)"),
        ("hidden = [1]", r"codeqa\.toml: hidden: Input should be a valid bool"),
        ("include = 7", r"codeqa\.toml: include: Input should be a valid list \(given: 7\)"),
        ("\nmodel = =", r"codeqa\.toml cannot be read: .*line 2"),
        ('editor_links = "vi"', r"codeqa\.toml: editor_links: Choose none, file, vscode.*given: 'vi'"),
    ],
)
def test_a_bad_file_is_named_with_the_key(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, text)
    with pytest.raises(SettingsError, match=message):
        load_settings(tmp_path)


def test_a_file_that_is_no_text_is_refused_and_a_byte_order_mark_is_not(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_bytes(b"\xef\xbb\xbfhidden = true\n")
    assert load_settings(tmp_path).hidden
    (tmp_path / SETTINGS_FILE).write_bytes(b"hidden = \xff\n")
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path)


def test_bad_values_elsewhere_are_named_as_they_were_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match=r"^--token-budget: .*given: -1"):
        load_settings(tmp_path, token_budget=-1)
    monkeypatch.setenv("CODEQA_WORKERS", "many")
    with pytest.raises(SettingsError, match=r"^CODEQA_WORKERS in the environment: .*given: 'many'"):
        load_settings(tmp_path)


def test_a_misspelt_variable_is_named_and_others_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEQA_PORT", "tcp://10.0.0.1:80")
    monkeypatch.setenv("CODEQA_MODEL_KEY", "secret")
    assert load_settings(tmp_path) == Settings()
    monkeypatch.setenv("CODEQA_EXCLUDES", "docs/")
    with pytest.raises(SettingsError, match=r"CODEQA_EXCLUDES .* is no setting\. Did you mean CODEQA_EXCLUDE"):
        load_settings(tmp_path)


def test_keys_are_no_settings(tmp_path: Path) -> None:
    assert not [name for name in Settings.model_fields if "key" in name or "password" in name]
    write(tmp_path, 'model_key = "secret"\n')
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("link", [*EDITOR_LINKS, "emacs://open?file={path}&line={line}"])
def test_editor_links_are_names_or_urls(tmp_path: Path, link: str) -> None:
    assert load_settings(tmp_path, editor_links=link).editor_links == link
