"""Conversations: turns with speaker and time, from logs, exports, subtitles and mail."""
