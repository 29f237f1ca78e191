// The fields of one's own account.
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/password.ts';
import type { AccountValues } from './account-form.ts';

const Field = formFields<AccountValues>();

/** Name, email, phone and time zone. */
export function PersonFields() {
  return (
    <>
      <Field.Text name="firstName" autoComplete="given-name" maxLength={100} />
      <Field.Text name="lastName" autoComplete="family-name" maxLength={100} />
      <Field.Text
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        hint="We send a link to the new address; it changes when you open it."
      />
      <Field.Text
        name="mobilePhone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        hint="For colleagues who need to call you."
      />
      <FieldRows>
        <Field.TimeZone name="timeZone" hint="Used for your shift and for times in messages." />
      </FieldRows>
    </>
  );
}

/** When and how alarms reach the person. */
export function NotificationFields() {
  return (
    <>
      <SectionTitle>Notifications</SectionTitle>
      <FieldRows label="Notifications">
        <Field.Check name="isDay" hint="Alarms only from 07:00 to 19:00, unless an alarm is escalated." />
        <Field.Check name="alarmEmails" hint="In addition to push to your devices." />
        <Field.Check name="hideNames" hint="Says “1 needs you” instead of which system and customer." />
      </FieldRows>
    </>
  );
}

/** A new password, and the current one where a change asks for it. */
export function PasswordFields({ confirm }: { confirm: boolean }) {
  return (
    <>
      <SectionTitle>Password</SectionTitle>
      <Field.Secret
        name="password"
        isSet={false}
        maxLength={MAX_PASSWORD}
        hint={`At least ${MIN_PASSWORD} characters. Other devices are signed out.`}
      />
      {confirm && (
        <Field.Secret
          name="currentPassword"
          isSet={false}
          autoComplete="current-password"
          maxLength={MAX_PASSWORD}
          hint="A new email or password needs it."
        />
      )}
    </>
  );
}
