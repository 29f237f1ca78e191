// The fields of one's own account.
import { useCan } from '#app/auth/me.ts';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { languageOptions } from '#app/features/shell/language-text.ts';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/password.ts';
import * as m from '#text/messages.js';
import { useOtherDevices } from './account-sessions.tsx';
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
        hint={m.account_email_hint()}
      />
      <Field.Text
        name="mobilePhone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        hint={m.account_phone_hint()}
      />
      <FieldRows>
        <Field.TimeZone name="timeZone" hint={m.account_time_zone_hint()} />
        <Field.Picker name="language" options={languageOptions()} hint={m.users_language_hint()} />
      </FieldRows>
    </>
  );
}

/** The times and channels of the person's alarms. */
export function NotificationFields() {
  const mayAct = useCan('alarm.update');
  return (
    <>
      <SectionTitle>{m.account_notifications()}</SectionTitle>
      <FieldRows label={m.account_notifications()}>
        <Field.Check name="isDay" hint={m.account_day_shift_hint()} />
        <Field.Check name="alarmEmails" hint={m.account_alarm_emails_hint()} />
        {!mayAct && <Field.Check name="readOnlyAlarms" hint={m.account_read_only_alarms_hint()} />}
        <Field.Check name="hideNames" hint={m.account_hide_names_hint()} />
      </FieldRows>
    </>
  );
}

/** A new password, and the current one where a change asks for it. */
export function PasswordFields({ confirm }: { confirm: boolean }) {
  const others = useOtherDevices();
  return (
    <>
      <SectionTitle>{m.account_password()}</SectionTitle>
      <Field.Secret
        name="password"
        isSet={false}
        maxLength={MAX_PASSWORD}
        hint={[
          m.account_new_password_hint({ count: MIN_PASSWORD }),
          others > 0 ? m.account_silences({ count: others }) : '',
        ]
          .join(' ')
          .trim()}
      />
      {confirm && (
        <Field.Secret
          name="currentPassword"
          isSet={false}
          autoComplete="current-password"
          maxLength={MAX_PASSWORD}
          hint={m.account_current_password_hint()}
        />
      )}
    </>
  );
}
