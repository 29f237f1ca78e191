// The folder and the files of the first fileset, which takes every file and dates it by its modification time.
import { Button } from '#app/ui/primitives/button.tsx';
import { TextField } from '#app/ui/form/field.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { issueText } from '#app/features/shell/issue-text.ts';
import { readFailure } from '#app/features/shell/save-failure.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import { MOST_WILDCARDS, isCheapGlob, staysInside } from '#contract/files/glob.ts';
import * as m from '#text/messages.js';
import type { FirstSystem } from './use-first-steps.ts';

const USUAL_FOLDER = '/var/backups';
const EVERY_FILE = '**/*';
const MOST = 500;
const keyOf = (system: string): string => `backwatch.folder.${system}`;

/** The folder in the command; it is known to this device alone, because the server never learns it. */
export const storedFolder = (system: string): string => getItem(keyOf(system)) ?? USUAL_FOLDER;
export const storeFolder = (system: string, folder: string): void => setItem(keyOf(system), folder);

function globError(glob: string): string | undefined {
  if (glob.trim() === '') return m.firstrun_files_missing();
  if (!isCheapGlob(glob)) return m.forms_glob_too_complex({ count: MOST_WILDCARDS });
  return staysInside(glob) ? undefined : m.forms_glob_outside();
}

/** The only attribute with rules that a person types here is the glob; any other failure stands above the form. */
function readErrors(error: unknown) {
  const { issues, text } = readFailure(error);
  const issue = issues.find(({ path }) => path[0] === 'glob');
  return issue ? { glob: issueText(issue, m.firstrun_files()) } : { form: text ?? errorMessage(error) };
}

/** The page shows the command once the fileset is there. */
export function FolderForm({ system: { id } }: { system: FirstSystem }) {
  const form = useRequestForm({
    initial: { folder: storedFolder(id), glob: EVERY_FILE },
    validate: ({ folder, glob }) => ({
      ...(folder.trim() === '' && { folder: m.firstrun_folder_missing() }),
      glob: globError(glob),
    }),
    send: async ({ folder, glob }) => {
      storeFolder(id, folder.trim());
      await api.fileset.create({ system: id, description: m.firstrun_every_file(), glob: glob.trim() });
    },
    readErrors,
  });
  const field = form.field('folder');
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: MOST } as const;
  return (
    <RequestFields form={form}>
      <TextField
        {...field}
        label={m.firstrun_folder()}
        hint={m.firstrun_folder_hint()}
        onChange={(folder) => {
          storeFolder(id, folder);
          field.onChange(folder);
        }}
        {...plain}
      />
      <TextField {...form.field('glob')} label={m.firstrun_files()} hint={m.firstrun_files_hint()} {...plain} />
      <div className="px-4">
        <Button kind="lamp" type="submit" wide busy={form.isBusy}>
          {m.firstrun_show_command()}
        </Button>
      </div>
    </RequestFields>
  );
}
