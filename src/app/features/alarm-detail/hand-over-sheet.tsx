// The sheet that hands an alarm over: the people who may act on it, oneself first, and a note that goes along.
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { useMe } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { reader } from '#app/device/reader.ts';
import { useNow } from '#app/device/now.ts';
import { type Alarm, alreadyAcknowledged } from '#app/features/alarms/alarm-format.ts';
import { organizationOf, recipientsInput, subjectOf } from '#app/features/alarms/alarm-subject.ts';
import { type Recipients, shiftTime } from '#app/features/alarms/recipients-text.ts';
import { pushTroubleText } from '#app/features/shell/send-fault.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { TextAreaField } from '#app/ui/form/other-fields.tsx';
import { PickerRow } from '#app/ui/form/picker.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { useFlashIfClosed } from '#app/features/shell/use-sheet-call.tsx';
import { formatList } from '#text/format.ts';
import { useRecipients } from '#app/features/alarms/use-recipients.ts';
import * as m from '#text/messages.js';

interface ActSheetProps {
  alarm: Alarm;
  open: boolean;
  anchor: HTMLElement | null;
  onClose: () => void;
  /** Called after it was done. */
  onDone: () => void;
}

/** Opens over the alarm. */
export default function HandOverSheet({ alarm, open, anchor, onClose, onDone }: ActSheetProps) {
  const title = m.alarms_hand_over_of({ system: subjectOf(alarm) });
  return (
    <Sheet open={open} onClose={onClose} anchor={anchor} title={title} detail={m.alarms_hand_over_detail()}>
      {open && <People alarm={alarm} onDone={onDone} />}
    </Sheet>
  );
}

type PartProps = Pick<ActSheetProps, 'alarm' | 'onDone'>;

function People({ alarm, onDone }: PartProps) {
  const query = useRecipients(recipientsInput(organizationOf(alarm).id));
  if (query.data === undefined) return <Unanswered title={m.alarms_recipients_not_loaded()} query={query} />;
  return <HandOverForm alarm={alarm} people={query.data} onDone={onDone} />;
}

/** Those who may act and whom the reader sees, without the holder, who has it already. */
const eligible = (people: Recipients, alarm: Alarm) =>
  people.flatMap((one) =>
    one.acts && one.user && one.user.id !== alarm.acknowledgedBy?.id ? [{ ...one, user: one.user }] : [],
  );

type Eligible = ReturnType<typeof eligible>[number];

/** Without a device that takes pushes and without mails nothing reaches a colleague, and the hand-over fails. */
const isOutOfReach = ({ reason, lastError, channels, user }: Eligible, mine: string | null): boolean =>
  user.id !== mine && (reason === 'noDevice' || (lastError !== null && !channels.includes('mail')));

/** Oneself first, then who would be rung. */
const choicesOf = (people: readonly Eligible[], mine: string | null, now: number) =>
  people
    .filter((one) => !isOutOfReach(one, mine))
    .toSorted((a, b) => Number(b.user.id === mine) - Number(a.user.id === mine))
    .map((one) =>
      one.user.id === mine
        ? { value: one.user.id, label: m.alarms_hand_over_you() }
        : { value: one.user.id, label: one.user.name, note: reachText(one, now) },
    );

function reachText(recipient: Recipients[number], now: number): string {
  const { channels, reason, lastError } = recipient;
  if (reason === 'dayShift') return m.alarms_hand_over_day_shift({ time: shiftTime(recipient, now) });
  if (lastError) return pushTroubleText(lastError);
  return channels.includes('push') ? m.alarms_hand_over_push() : m.alarms_hand_over_mail();
}

/** Somebody else was first. The sheet stays open, with the note. */
class NotHandedOver extends Error {}

function HandOverForm({ alarm, people, onDone }: PartProps & { people: Recipients }) {
  const now = useNow(30_000);
  const mine = useMe()?.id ?? null;
  const closeThen = useCloseThen();
  const flashIfClosed = useFlashIfClosed(m.forms_not_saved());
  const able = eligible(people, alarm);
  const choices = choicesOf(able, mine, now);
  const form = useRequestForm({
    initial: { to: '', note: '' },
    validate: ({ to }) => ({ ...(to === '' && { to: m.alarms_hand_over_required() }) }),
    send: async ({ to, note }) => {
      const from = alarm.acknowledgedBy?.id ?? null;
      const given = note.trim() === '' ? {} : { note: note.trim() };
      const answer = await api.alarm.handOver({ id: alarm.id, to, from, ...given });
      if (answer.outcome === 'already')
        throw new NotHandedOver(
          answer.alarm.resolvedAt === null
            ? alreadyAcknowledged(answer.by, answer.alarm.acknowledgedAt, now)
            : m.shell_outbox_resolved(),
        );
      const name = choices.find(({ value }) => value === to)?.label ?? '';
      const system = subjectOf(alarm);
      closeThen(() => {
        flash('positive', to === mine ? m.alarms_taken_over({ system }) : m.alarms_handed_over({ system, name }));
        onDone();
      });
    },
    readErrors: (error) => ({
      form: flashIfClosed(error instanceof NotHandedOver ? error.message : errorMessage(error)),
    }),
  });
  return (
    <RequestFields form={form}>
      {choices.length === 0 && <p className="pb-3 text-text2">{m.alarms_hand_over_none()}</p>}
      <FieldRows>
        <PickerRow {...form.field('to')} label={m.alarms_hand_over_to()} options={choices} />
      </FieldRows>
      <Unreachable names={able.filter((one) => isOutOfReach(one, mine)).map(({ user }) => user.name)} />
      <TextAreaField
        {...form.field('note')}
        label={m.alarms_note_label()}
        hint={m.alarms_note_optional()}
        maxLength={2000}
      />
      <Button kind="lamp" type="submit" wide busy={form.isBusy}>
        <Icon name="hand" />
        {m.alarms_hand_over()}
      </Button>
    </RequestFields>
  );
}

function Unreachable({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <div className="pb-3" />;
  return (
    <p className="px-4 pt-2 pb-3 text-secondary text-latetext">
      {m.alarms_hand_over_out_of_reach({ names: formatList(names, reader()) })}
    </p>
  );
}
