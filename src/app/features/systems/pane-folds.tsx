// The attributes of a system in its docked pane, folded: kind, login, client, contract, notes and last log lines.
import { FieldFacts } from '#app/ui/form/field-texts.tsx';
import { Fold, Folds } from '#app/ui/layout/fold.tsx';
import { KnownFacts } from '#app/ui/layout/known-facts.tsx';
import { Log, clientFacts } from '#app/features/client/client-report.tsx';
import { clientFold, contractFold, loginFold } from '#app/features/system-settings/system-folds.ts';
import { readSystem, systemFields } from '#app/features/system-settings/system-form.ts';
import { contentText, kindText, methodText } from '#app/features/system-settings/system-labels.ts';
import * as m from '#text/messages.js';
import type { Held } from './system-frame.tsx';

const kind = ['kind', 'backupContent', 'backupMethod', 'retention', 'monitoring'] as const;

/** Each fold says its values while it is closed. */
export function PaneFolds({ held: { system, now } }: { held: Held }) {
  const fields = systemFields();
  const values = readSystem(system);
  const { backupContent, backupMethod, notes, lastLog, lastBackupLog } = system;
  const kindFold = {
    title: m.systemform_kind(),
    names: kind,
    summary: () => [kindText(system.kind), contentText(backupContent), methodText(backupMethod)].join(', '),
  };
  return (
    <Folds label={m.systemform_advanced()}>
      {[kindFold, loginFold(system.passwordSet), clientFold(), contractFold()].map(({ title, names, summary }) => (
        <Fold key={title} title={title} note={summary(values)}>
          <FieldFacts fields={fields} values={values} names={names} />
        </Fold>
      ))}
      <Fold title={m.client_reported()} note={system.softwareVersion ?? system.clientVersion ?? ''}>
        <KnownFacts facts={clientFacts(system, now)} />
        <Log title={m.client_last_log()} lines={lastLog} />
        <Log title={m.client_last_backup_log()} lines={lastBackupLog} />
      </Fold>
      {notes !== '' && (
        <Fold title={m.systemform_notes()} note={notes.split('\n', 1).join('')}>
          <p className="px-4 pb-3 whitespace-pre-wrap wrap-anywhere">{notes}</p>
        </Fold>
      )}
    </Folds>
  );
}
