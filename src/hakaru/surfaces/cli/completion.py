"""What does a shell read, so that the Tab key knows our commands? The script is click's own."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from hakaru.running.wording import Lang
from hakaru.surfaces.cli.language import language_option

SHELLS = ("bash", "zsh", "fish")
_PROGRAM, _VARIABLE = "hakaru", "_HAKARU_COMPLETE"

_WORDS: dict[str, tuple[str, str]] = {
    "completion": (
        "Tab キーでコマンドを補完するスクリプトを表示する",
        "Print the script with which the Tab key completes commands",
    ),
    "shell": ("シェル", "your shell"),
    "epilog": (
        '例: bash は ~/.bashrc に eval "$(hakaru completion bash)"、zsh は ~/.zshrc に '
        'eval "$(hakaru completion zsh)"、fish は hakaru completion fish > '
        "~/.config/fish/completions/hakaru.fish",
        'Example: eval "$(hakaru completion bash)" in ~/.bashrc, eval "$(hakaru completion zsh)" '
        "in ~/.zshrc, hakaru completion fish > ~/.config/fish/completions/hakaru.fish",
    ),
}


def completion_command(language: Lang) -> click.Command:
    """`hakaru completion SHELL`."""
    return click.Command(
        "completion",
        help=_say("completion", language),
        epilog=_say("epilog", language),
        params=[
            click.Argument(["shell"], type=click.Choice(SHELLS), help=_say("shell", language)),
            language_option(language, None),
        ],
        callback=_print_script,
    )


@click.pass_context
def _print_script(ctx: click.Context, /, *, shell: str) -> None:
    kind = get_completion_class(shell)
    assert kind is not None, "click knows the shells that are offered"
    click.echo(kind(ctx.find_root().command, {}, _PROGRAM, _VARIABLE).source(), nl=False)


def _say(key: str, language: Lang) -> str:
    return _WORDS[key][0 if language == "ja" else 1]
