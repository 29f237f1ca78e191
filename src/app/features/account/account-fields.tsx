// The fields of one's own account.
import { useMemo } from 'react';
import { PasswordField, SelectField, SwitchField, TextField } from '#app/ui/form/field.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/password.ts';
import { type Draft, timeZones } from './account-form.ts';

export interface FieldsProps {
  draft: Draft;
  faultOf: (field: string) => string | undefined;
  onChange: (more: Partial<Draft>) => void;
}

/** Who one is, and how one is reached. */
export function PersonFields({ draft, faultOf, onChange }: FieldsProps) {
  const zones = useMemo(() => timeZones(draft.timeZone), [draft.timeZone]);
  return (
    <>
      <TextField
        id="firstName"
        label="First name"
        autoComplete="given-name"
        maxLength={100}
        value={draft.firstName}
        onChange={(firstName) => onChange({ firstName })}
        error={faultOf('firstName')}
      />
      <TextField
        id="lastName"
        label="Last name"
        autoComplete="family-name"
        maxLength={100}
        value={draft.lastName}
        onChange={(lastName) => onChange({ lastName })}
        error={faultOf('lastName')}
      />
      <TextField
        id="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        hint="A new one is used once you open the link that goes there."
        value={draft.email}
        onChange={(email) => onChange({ email })}
        error={faultOf('email')}
      />
      <TextField
        id="mobilePhone"
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        hint="For colleagues who need to call you."
        value={draft.mobilePhone}
        onChange={(mobilePhone) => onChange({ mobilePhone })}
        error={faultOf('mobilePhone')}
      />
      <SelectField
        id="timeZone"
        label="Time zone"
        hint="Your day shift is counted in it."
        value={draft.timeZone}
        options={zones}
        onChange={(timeZone) => onChange({ timeZone })}
        error={faultOf('timeZone')}
      />
    </>
  );
}

/** When and how alarms are told. */
export function TellingFields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <SectionTitle>How you are told</SectionTitle>
      <SwitchField
        id="isDay"
        label="Day shift"
        hint="Told from 07:00 to 19:00 only, unless an alarm is escalated."
        checked={draft.isDay}
        onChange={(isDay) => onChange({ isDay })}
      />
      <SwitchField
        id="alarmEmails"
        label="Alarm emails"
        hint="Besides the push to your devices."
        checked={draft.alarmEmails}
        onChange={(alarmEmails) => onChange({ alarmEmails })}
      />
      <SwitchField
        id="hideNames"
        label="Hide names on the lock screen"
        hint="Says “1 needs you” instead of which system and customer."
        checked={draft.hideNames}
        onChange={(hideNames) => onChange({ hideNames })}
      />
    </>
  );
}

/** A new password, and the present one where it is asked for. */
export function PasswordFields({ draft, faultOf, onChange, proof }: FieldsProps & { proof: boolean }) {
  return (
    <>
      <SectionTitle>Password</SectionTitle>
      <PasswordField
        id="password"
        label="New password"
        autoComplete="new-password"
        maxLength={MAX_PASSWORD}
        hint={`At least ${MIN_PASSWORD} characters. It signs you out everywhere else.`}
        value={draft.password}
        onChange={(password) => onChange({ password })}
        error={faultOf('password')}
      />
      {proof && (
        <PasswordField
          id="currentPassword"
          label="Present password"
          maxLength={MAX_PASSWORD}
          hint="A new email or password needs it."
          value={draft.currentPassword}
          onChange={(currentPassword) => onChange({ currentPassword })}
          error={faultOf('currentPassword')}
        />
      )}
    </>
  );
}
