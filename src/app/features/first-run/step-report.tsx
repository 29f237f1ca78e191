// Step 4: which files are the backups, the command that starts the client, and the wait for its first report.
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { TextField } from '#app/ui/form/field.tsx';
import { Segment } from '#app/ui/primitives/segment.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { ApiError } from '#app/api/errors.ts';
import { flash } from '#app/device/flash.ts';
import {
  type KeyOwner,
  clientCommand,
  copyKey,
  readClientKey,
  serverAddress,
} from '#app/features/client/client-key.ts';
import { CopyButton } from '#app/features/client/copy-button.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import * as m from '#text/messages.js';
import { CommandText } from './command-text.tsx';
import { FolderForm, storeFolder, storedFolder } from './folder-form.tsx';
import { FirstReport } from './first-report.tsx';
import { StepPage } from './step-page.tsx';
import type { FirstSystem } from './use-first-steps.ts';

type Where = 'here' | 'there';

const isLocal = (): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);

/** The address that the client uses: on the machine of the server the one that was opened there. */
const addressFor = (where: Where): string => (where === 'here' && isLocal() ? window.location.origin : serverAddress());

/** Opens the share sheet of the device with the command. Closing it is no failure. */
async function shareCommand(owner: KeyOwner, command: (key: string) => string): Promise<void> {
  try {
    await navigator.share({ text: command(await readClientKey(owner)) });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    flash('negative', error instanceof ApiError ? errorMessage(error) : m.firstrun_share_failed());
  }
}

/** For one system. Without a fileset the files are asked for first. */
export function StepReport({ system }: { system: FirstSystem }) {
  const { id, name } = system;
  const filesets = useQuery(api.fileset.list.queryOptions({ where: { system: id }, sort: 'createdAt ASC', limit: 1 }));
  const page = {
    step: 'report' as const,
    title: m.firstrun_report_title({ system: name }),
    line: m.firstrun_report_line(),
  };
  const fileset = filesets.data?.rows[0];
  if (fileset) return <Command system={system} page={page} asked={fileset.createdAt} />;
  return (
    <StepPage {...page} primary={null}>
      {filesets.data === undefined ? (
        <Unanswered title={m.firstrun_not_loaded()} query={filesets} />
      ) : (
        <FolderForm system={system} />
      )}
    </StepPage>
  );
}

interface CommandProps extends ComponentProps<typeof FirstReport> {
  page: { step: 'report'; title: string; line: string };
}

function Command({ page, ...wait }: CommandProps) {
  const { id, name, organizationId } = wait.system;
  const [where, setWhere] = useState<Where>(isLocal() ? 'here' : 'there');
  const [folder, setFolder] = useState(() => storedFolder(id));
  const owner = { noun: 'system' as const, id, name, organizationId };
  const command = (key: string) => clientCommand(key, folder.trim() || undefined, addressFor(where));
  const change = (next: string) => {
    setFolder(next);
    storeFolder(id, next);
  };
  return (
    <StepPage
      {...page}
      primary={<CopyButton kind="lamp" label={m.client_copy_command()} onCopy={() => copyKey(owner, command)} />}
      actions={
        'share' in navigator
          ? [{ icon: 'share', label: m.firstrun_share(), onPress: () => void shareCommand(owner, command) }]
          : []
      }
      dock={<FirstReport {...wait} />}
    >
      <Segment<Where>
        label={m.firstrun_where()}
        options={[
          { value: 'here', label: m.firstrun_here(), icon: 'systems' },
          { value: 'there', label: m.firstrun_there(), icon: 'term' },
        ]}
        value={where}
        onChange={setWhere}
      />
      <p className="px-4 pt-3 pb-4 text-text2">{where === 'here' ? m.firstrun_here_line() : m.firstrun_there_line()}</p>
      <TextField
        label={m.firstrun_folder()}
        hint={m.firstrun_folder_hint()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={folder}
        onChange={change}
      />
      <CommandText owner={owner} command={command} />
    </StepPage>
  );
}
