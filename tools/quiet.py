"""Logging for a server that has visitors. An error is a single line in the lecturer's terminal, whatever was sent."""

import codecs
import logging
import traceback
from typing import Any

LONGEST = 200


def hush() -> None:
    """Make each record a line without a traceback, in which nothing that a visitor sent can control a terminal."""
    codecs.lookup("unicode_escape")  # now, because later no file descriptor may be left to load it
    logging.setLogRecordFactory(brief)
    logging.getLogger("tornado").setLevel(logging.ERROR)  # no line for every page that has gone
    logging.getLogger("tornado.access").setLevel(logging.CRITICAL)  # and none for every visitor of a full room


def brief(*about: Any, **more: Any) -> logging.LogRecord:
    """A record that says what went wrong and in which line of code."""
    record = logging.LogRecord(*about, **more)
    said = record.getMessage().partition("\n")[0]
    if record.exc_info and (error := record.exc_info[1]):
        place = traceback.extract_tb(error.__traceback__)[-1:]
        said += f": {error!r}" + "".join(f" in {one.filename}, line {one.lineno}" for one in place)
    record.msg, record.args, record.exc_info = said.encode("unicode_escape").decode()[:LONGEST], (), None
    return record
