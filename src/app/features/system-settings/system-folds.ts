// The advanced fields of a system in three groups, each with its values in short.
import * as m from '#text/messages.js';
import type { SystemValues } from './system-form.ts';
import { contractText } from './system-labels.ts';

const listed = (parts: readonly (string | false)[], none: string): string =>
  parts.filter((part) => part !== false && part !== '').join(', ') || none;

const login = ['server', 'username', 'password'] as const;
const client = ['allowUpgrade', 'autoAssignName', 'forceDue', 'tempZipLocation', 'pi'] as const;
const contract = ['contractStatus', 'coreUpdates', 'projectManager'] as const;

/** The login to the share. `passwordSet`: a password is stored, which no answer contains. */
export const loginFold = (passwordSet: boolean) => ({
  title: m.systemform_login(),
  names: login,
  summary: ({ server, username, password }: SystemValues) =>
    listed(
      [
        server !== '' && m.systemform_login_server({ server }),
        username !== '' && m.systemform_login_username({ username }),
        (passwordSet || password !== '') && m.systemform_login_password(),
      ],
      m.systemform_login_none(),
    ),
});

export const clientFold = () => ({
  title: m.systems_client(),
  names: client,
  summary: ({ allowUpgrade, autoAssignName, forceDue, tempZipLocation, pi }: SystemValues) =>
    listed(
      [
        allowUpgrade ? m.systemform_client_upgrades() : m.systemform_client_no_upgrades(),
        autoAssignName ? m.systemform_client_renamed() : m.systemform_client_keeps_name(),
        forceDue && m.systems_back_up_requested(),
        tempZipLocation !== '' && m.systemform_client_scratch({ folder: tempZipLocation }),
        pi.has ? m.systemform_client_pi({ address: pi.mac }) : m.systemform_client_no_pi(),
      ],
      '',
    ),
});

export const contractFold = () => ({
  title: m.systemform_contract(),
  names: contract,
  summary: ({ contractStatus, coreUpdates, projectManager }: SystemValues) =>
    listed(
      [contractText(contractStatus), coreUpdates && m.systemform_contract_register(), projectManager],
      contractText(contractStatus),
    ),
});
