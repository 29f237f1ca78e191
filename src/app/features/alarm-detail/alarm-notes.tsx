// The notes of an alarm: those of its history, the note of the last alarm of this kind, and the field for a new one.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#app/api/client.ts';
import { useMe } from '#app/auth/me.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import { reader } from '#app/device/reader.ts';
import { addNote } from '#app/features/alarms/add-note.ts';
import { type Alarm, nameFor } from '#app/features/alarms/alarm-format.ts';
import { Card } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { formatDate, formatMoment } from '#text/format.ts';
import { useMayAct } from '#app/features/alarms/use-may-act.ts';
import { draftKey } from '#app/features/shell/form-drafts.ts';
import { UnansweredPart } from '#app/features/shell/query-state.tsx';
import * as m from '#text/messages.js';
import { useSameKind } from './same-kind.ts';

/** The id of the field, for the key that leads there. */
export const NOTE_FIELD = 'alarm-note';
const MOST_LETTERS = 2000;

interface AlarmNotesProps {
  alarm: Alarm;
  /** Epoch ms. */
  now: number;
}

/** Notes, newest last, and the field below them. */
export function AlarmNotes({ alarm, now }: AlarmNotesProps) {
  const mine = useMe()?.id ?? null;
  const mayAct = useMayAct()(alarm);
  const history = useQuery(api.alarm.history.queryOptions({ id: alarm.id }));
  const { data } = history;
  const { last } = useSameKind(alarm, now);
  const notes = (data?.acts ?? []).filter(({ note }) => note !== null);
  return (
    <Card title={m.alarms_notes()}>
      <UnansweredPart title={m.alarms_timeline_not_loaded()} query={history} />
      <ul className="grid gap-2 text-secondary">
        {notes.map(({ id, by, at, note }) => (
          <Note key={id} text={note ?? ''} from={`${nameFor(by, mine)}, ${formatMoment(at, now, reader())}`} />
        ))}
        {last && last.note !== '' && (
          <Note
            text={last.note}
            from={m.alarms_notes_last({ date: formatDate(last.resolvedAt ?? last.since, now, reader()) })}
          />
        )}
      </ul>
      {data && notes.length === 0 && !last?.note && !mayAct && <p className="text-text3">{m.alarms_notes_none()}</p>}
      {mayAct && <NewNote key={alarm.id} alarm={alarm} />}
    </Card>
  );
}

const Note = ({ text, from }: { text: string; from: string }) => (
  <li className="border-b border-line pb-2 wrap-anywhere whitespace-pre-line">
    <bdi>{text}</bdi>
    <small className="block text-[0.8125rem] text-text3">{from}</small>
  </li>
);

// Typed text is stored, also while others are looked at, until the note is in the outbox.
function NewNote({ alarm }: { alarm: Alarm }) {
  const key = draftKey(useMe()?.id ?? '', `note.${alarm.id}`);
  const [text, setState] = useState(getItem(key) ?? '');
  const setText = (next: string) => {
    setItem(key, next);
    setState(next);
  };
  const save = async () => {
    const note = text.trim();
    if (note !== '' && (await addNote(alarm, note))) setText('');
  };
  return (
    <form
      className="grid gap-2 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        id={NOTE_FIELD}
        aria-label={m.alarms_note_add()}
        placeholder={m.alarms_note_add()}
        rows={text === '' ? 1 : 3}
        maxLength={MOST_LETTERS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
        className="w-full resize-none rounded-control bg-bg px-3 py-2.5 ring-[1.5px] ring-edge ring-inset"
      />
      {text.trim() !== '' && (
        <Button kind="quiet" size="small" type="submit">
          {m.alarms_note_save()}
        </Button>
      )}
    </form>
  );
}
