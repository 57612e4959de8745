-- A store as pinsight wrote it before the undo history.
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    tags TEXT NOT NULL,
    result TEXT NOT NULL,
    start_fen TEXT NOT NULL,
    plies INTEGER NOT NULL,
    head INTEGER NOT NULL,
    head_fen TEXT NOT NULL,
    next_node INTEGER NOT NULL,
    import INTEGER,
    number INTEGER,
    running INTEGER NOT NULL,
    play TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX games_by_source ON games (import, number) WHERE import IS NOT NULL;
CREATE TABLE nodes (
    game INTEGER NOT NULL,
    id INTEGER NOT NULL,
    parent INTEGER,
    place INTEGER NOT NULL,
    move TEXT,
    nags BLOB,
    remarks TEXT,
    PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE diagnostics (
    game INTEGER PRIMARY KEY,
    list TEXT NOT NULL
) STRICT;
CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    total INTEGER NOT NULL,
    faulty INTEGER NOT NULL,
    size INTEGER NOT NULL,
    digest INTEGER NOT NULL
) STRICT;
CREATE TABLE import_games (
    import INTEGER NOT NULL,
    number INTEGER NOT NULL,
    tags TEXT NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    faults INTEGER NOT NULL,
    PRIMARY KEY (import, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE import_texts (
    import INTEGER NOT NULL,
    number INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    line INTEGER NOT NULL,
    column_offset INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (import, number)
) STRICT;
INSERT INTO games VALUES (1, NULL, 1, 1700000000000, 1700000000000, '[["White","Anna"],["Black","Ben"]]', '*',
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 2, 2,
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 3, 1, 1, 0,
    '{"white":{"player":"human"},"black":{"player":"human"},"running":false,"delay":500,"problem":null}');
INSERT INTO nodes VALUES (1, 1, 0, 0, 'e2e4', NULL, '[["after","Good."]]'), (1, 2, 1, 0, 'e7e5', NULL, NULL);
INSERT INTO imports VALUES (1, 'one.pgn', 1700000000000, 1, 0, 10, 10);
INSERT INTO import_games VALUES (1, 1, '[["White","Anna"],["Black","Ben"]]', '*', 2, 'good', 0);
INSERT INTO import_texts VALUES (1, 1, 0, 1, 0, CAST('1. e4 {Good.} e5 *' AS BLOB));
PRAGMA application_id = 1349086835;
PRAGMA user_version = 1;
