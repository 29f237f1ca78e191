// The sheet before a change that takes permissions away from people: which, from whom, who keeps them, and who gains.
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { useMe } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { formatList } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type Effect, type GroupMember, type Loss, untouched } from './permission-effect.ts';
import { actionOf } from './permission-set.ts';
import { namesText, permissionText } from './permission-text.ts';

interface LossSheetProps {
  /** Null: closed. */
  effect: Effect | null;
  /** "Save", "Remove from the group". */
  confirm: string;
  anchor?: HTMLElement | null;
  /** Called before the sheet closes. */
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once; "Keep editing", Escape, the scrim and Back change nothing. */
export function LossSheet({ effect, anchor = null, onClose, ...inside }: LossSheetProps) {
  const names = useNames(effect);
  return (
    <Sheet
      open={effect !== null}
      onClose={onClose}
      title={m.groups_loss_title({ count: effect?.losers.length ?? 0 })}
      detail={effect ? keptText(effect, names) : undefined}
      anchor={anchor}
    >
      {effect && <Inside effect={effect} names={names} {...inside} />}
    </Sheet>
  );
}

type Names = (member: GroupMember) => string;

/** The sentence about those who keep everything; undefined where nobody does. */
function keptText(effect: Effect, names: Names): string | undefined {
  const keepers = untouched(effect);
  if (keepers.length === 0) return undefined;
  const groups = [...new Set(keepers.flatMap((keeper) => keeper.groups))];
  return m.groups_loss_kept({
    names: namesText(keepers.map(({ member }) => names(member))),
    groups: formatList(groups, reader()),
  });
}

/** The losses inside another sheet, which asks. */
export function Losses({ effect }: { effect: Effect }) {
  const names = useNames(effect);
  if (effect.losses.length === 0) return <p className="px-2 pb-3 text-text2">{m.groups_loss_none()}</p>;
  return (
    <>
      <h3 className="px-2 font-[650]">{m.groups_loss_title({ count: effect.losers.length })}</h3>
      <p className="px-2 pb-3 text-text2">{keptText(effect, names)}</p>
      <LossRows effect={effect} names={names} />
      <p className="px-2 pt-3 pb-3 text-text2">{m.groups_loss_at_once()}</p>
    </>
  );
}

/** The first name, the whole one where two share it, "You" for the reader. */
function useNames(effect: Effect | null): Names {
  const me = useMe();
  const firsts = new Map<string, number>();
  const members = new Map(
    effect?.losses.flatMap(({ losing, keeping }) =>
      [...losing, ...keeping.map(({ member }) => member)].map((member) => [member.id, member] as const),
    ),
  );
  for (const { first_name: first } of members.values()) firsts.set(first, (firsts.get(first) ?? 0) + 1);
  return ({ id, email, first_name: first, last_name: last }) => {
    if (id === me?.id) return m.groups_you();
    if (first !== '' && firsts.get(first) === 1) return first;
    return `${first} ${last}`.trim() || email;
  };
}

const icons: Record<string, IconName> = {
  create: 'plus',
  update: 'pencil',
  destroy: 'trash',
  readKey: 'key',
  download: 'down',
};

type InsideProps = Pick<LossSheetProps, 'confirm' | 'onConfirm'> & {
  effect: Effect;
  names: Names;
};

function Inside({ effect, names, confirm, onConfirm }: InsideProps) {
  const closeThen = useCloseThen();
  const agree = () => {
    onConfirm();
    closeThen(() => undefined);
  };
  return (
    <>
      <LossRows effect={effect} names={names} />
      {effect.gains.length > 0 && <Gains effect={effect} />}
      <p className="px-2 pt-3 pb-3 text-text2">{m.groups_loss_at_once()}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2">
        <div data-focus-first="" className="grid">
          <Button kind="quiet" wide size="large" onPress={() => closeThen(() => undefined)}>
            {m.actions_keep_editing()}
          </Button>
        </div>
        <Button kind="lamp" wide size="large" onPress={agree}>
          {confirm}
        </Button>
      </div>
    </>
  );
}

function LossRows({ effect, names }: Pick<InsideProps, 'effect' | 'names'>) {
  const apart = new Set(untouched(effect).map(({ member }) => member.id));
  return (
    <ul className="rounded-card bg-(--s2b) [&>li+li]:border-t [&>li+li]:border-line">
      {effect.losses.map((loss) => (
        <LossRow key={loss.permission} loss={loss} names={names} apart={apart} />
      ))}
    </ul>
  );
}

function LossRow({ loss, names, apart }: { loss: Loss; names: Names; apart: ReadonlySet<string> }) {
  const { permission, losing, keeping } = loss;
  const others = keeping.filter(({ member }) => !apart.has(member.id));
  const groups = [...new Set(others.flatMap((keeper) => keeper.groups))];
  return (
    <li className="flex gap-3.5 px-3.5 py-3">
      <Icon name={icons[actionOf(permission)] ?? 'eye'} className="mt-0.5 flex-none text-misstext" />
      <span className="min-w-0 wrap-anywhere">
        <b className="block font-[650]">{permissionText(permission)}</b>
        <span className="block text-text2">{namesText(losing.map(names))}</span>
        {others.length > 0 && (
          <span className="block text-secondary text-text3">
            {m.groups_loss_keep({
              names: namesText(others.map(({ member }) => names(member))),
              groups: formatList(groups, reader()),
            })}
          </span>
        )}
      </span>
    </li>
  );
}

/** One line: gains ask nothing. */
function Gains({ effect: { gains, gainers, losers } }: { effect: Effect }) {
  const lost = new Set(losers.map(({ id }) => id));
  const same = gainers.length === losers.length && gainers.every(({ id }) => lost.has(id));
  const permissions = namesText(gains.map((id) => permissionText(id)));
  return (
    <p className="mt-2 flex gap-3.5 rounded-card bg-(--s2b) px-3.5 py-3">
      <Icon name="plus" className="flex-none" />
      <span className="min-w-0 wrap-anywhere">
        <b className="font-[650]">
          {same ? m.groups_gain_same({ count: gainers.length }) : m.groups_gain({ count: gainers.length })}
        </b>{' '}
        {permissions}
      </span>
    </p>
  );
}
