"""Proposals about twelve boards, compared with the marks of somebody who saw none of the code."""
