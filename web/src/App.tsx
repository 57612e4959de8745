import { BoardView } from "./board/BoardView";
import { positionInWords } from "./board/words";
import { AnnotateDialog } from "./dialogs/Annotate";
import { ConfirmDialog } from "./dialogs/Confirm";
import { EditorDialog } from "./dialogs/Editor";
import { EndGameDialog } from "./dialogs/EndGame";
import { GamesDialog } from "./dialogs/Games";
import { HelpDialog } from "./dialogs/Help";
import { ChooseDialog, ImportDialog } from "./dialogs/Import";
import { NewGameDialog, PlayersDialog } from "./dialogs/NewGame";
import { PastDialog } from "./dialogs/Past";
import { RenameDialog } from "./dialogs/Rename";
import { SettingsDialog } from "./dialogs/Settings";
import { ShareDialog } from "./dialogs/Share";
import { SearchDialog } from "./openings/SearchDialog";
import { TreePanel } from "./openings/TreePanel";
import { ComputerControls, Controls } from "./panels/Controls";
import { Engine } from "./panels/Engine";
import { EvalBar } from "./panels/EvalBar";
import { GameHead } from "./panels/GameHead";
import { Moves } from "./panels/Moves";
import { Pins } from "./panels/Pins";
import { PlayerBar } from "./panels/PlayerBar";
import { Strip } from "./panels/Strip";
import { WhyPanel } from "./panels/Why";
import { CoachPanel } from "./review/CoachPanel";
import { EvalGraph } from "./review/EvalGraph";
import { ReviewPanel } from "./review/ReviewPanel";
import { openExample } from "./state/games";
import { dialog, flipped, game, position, readOnly, spoken, trouble } from "./store";
import { training } from "./training/state";
import { TrainingPanel } from "./training/TrainingPanel";
import { Button } from "./ui/Button";
import { Toasts } from "./ui/Toasts";

function TopBar() {
  return (
    <header class="top">
      <a class="brand" href="/" aria-label="Pinsight">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path class="line" d="M6 26L26 6M18 6h8v8" />
          <circle class="ring" cx="15" cy="17" r="5.5" />
        </svg>
        <span>pinsight</span>
      </a>
      <nav aria-label="Games">
        <Button icon="plus" title="New game" keys="n" disabled={readOnly.value} onClick={() => (dialog.value = { kind: "new" })}>
          New game
        </Button>
        <Button icon="import" title="Import PGN or FEN" keys="i" disabled={readOnly.value} onClick={() => (dialog.value = { kind: "import", text: "" })}>
          Import
        </Button>
        <Button icon="games" title="Games" keys="g" onClick={() => (dialog.value = { kind: "games" })}>
          Games
        </Button>
        <Button icon="share" title="Copy or save" disabled={!game.value} onClick={() => (dialog.value = { kind: "share" })}>
          Share
        </Button>
      </nav>
      <div class="end">
        {readOnly.value && <span class="badge">read only</span>}
        <Button icon="settings" title="Settings" keys="," onClick={() => (dialog.value = { kind: "settings" })} />
        <Button icon="help" title="Help" keys="?" onClick={() => (dialog.value = { kind: "help" })} />
      </div>
    </header>
  );
}

const TROUBLE = {
  lost: "The connection to pinsight is lost. Nothing that was confirmed is lost; trying again …",
  silent: "Pinsight does not answer. Nothing that was confirmed is lost; moves wait until it answers again.",
};

function Banner() {
  if (!trouble.value) return null;
  return (
    <div class="banner" role="status">
      <span class="thinking" aria-hidden="true" />
      {TROUBLE[trouble.value]}
    </div>
  );
}

function Dialogs() {
  const wanted = dialog.value;
  switch (wanted?.kind) {
    case "new":
      return <NewGameDialog key="new" start={wanted.fen} />;
    case "editor":
      return <EditorDialog key="editor" />;
    case "players":
      return <PlayersDialog key="players" />;
    case "import":
      return <ImportDialog key="import" text={wanted.text} />;
    case "choose":
      return <ChooseDialog key={`choose${wanted.id}`} id={wanted.id} name={wanted.name} total={wanted.total} faulty={wanted.faulty} />;
    case "games":
      return <GamesDialog key="games" />;
    case "search":
      return <SearchDialog key="search" />;
    case "share":
      return <ShareDialog key="share" />;
    case "annotate":
      return <AnnotateDialog key={`annotate${wanted.node}`} node={wanted.node} />;
    case "past":
      return <PastDialog key="past" node={wanted.node} move={wanted.move} />;
    case "rename":
      return <RenameDialog key="rename" />;
    case "end":
      return <EndGameDialog key="end" />;
    case "confirm":
      return <ConfirmDialog key="confirm" {...wanted} />;
    case "settings":
      return <SettingsDialog key="settings" />;
    case "help":
      return <HelpDialog key="help" />;
    case undefined:
      return null;
  }
}

function Welcome() {
  if (game.value) return null;
  return (
    <section class="panel welcome">
      <h1>See behind every piece.</h1>
      <p class="seen">Three pins: the knight on d7 is pinned to the king and to the rook, the knight on f6 to the queen.</p>
      <div class="choices">
        <Button class="primary" icon="pin" disabled={readOnly.value} onClick={() => void openExample()}>
          Step through it
        </Button>
        <Button icon="play" disabled={readOnly.value} onClick={() => (dialog.value = { kind: "new" })}>
          Play
        </Button>
        <Button icon="import" disabled={readOnly.value} onClick={() => (dialog.value = { kind: "import", text: "" })}>
          Import games
        </Button>
      </div>
    </section>
  );
}

export function App() {
  const [upper, lower] = flipped.value ? (["white", "black"] as const) : (["black", "white"] as const);
  const fen = position.value?.fen;
  return (
    <>
      <TopBar />
      <Banner />
      <main class={game.value ? undefined : "start"}>
        <section class="table" aria-label="Board">
          <PlayerBar color={upper} />
          <div class="board-row">
            <EvalBar />
            <BoardView />
          </div>
          <PlayerBar color={lower} />
          <Controls />
          <ComputerControls />
          <div class="visually-hidden">{fen && positionInWords(fen).map((line) => <p key={line}>{line}</p>)}</div>
        </section>
        <div class="side">
          <Welcome />
          {game.value && (
            <>
              <GameHead />
              <div class="moves-column">
                <Engine />
                <Moves />
              </div>
              <div class="insight">
                <TrainingPanel />
                {!training.value && <CoachPanel />}
                {!training.value && <Pins />}
                <ReviewPanel />
                <TreePanel />
                <WhyPanel />
              </div>
              <EvalGraph />
              <Strip />
            </>
          )}
        </div>
      </main>
      <div class="visually-hidden" aria-live="polite" id="spoken">
        {spoken.value}
      </div>
      {dialog.value === null && <Toasts />}
      <Dialogs />
      <div class="drop-hint" aria-hidden="true">
        Drop a PGN file
      </div>
    </>
  );
}
