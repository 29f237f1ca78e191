// The fields of a person that the invitation and the settings share.
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { FactRow, Facts, SectionTitle } from '#app/ui/layout/rows.tsx';
import { languageOptions } from '#app/features/shell/language-text.ts';
import * as m from '#text/messages.js';
import type { PersonValues } from './user-form.ts';

const Field = formFields<PersonValues>();

/** Email and names. `hint`: what happens to the address. `ownEmail` is text in place of a field: the call does not accept another one. */
export function NameFields({ hint, ownEmail }: { hint: string; ownEmail?: string | false }) {
  return (
    <>
      {ownEmail ? (
        <div className="pb-4">
          <Facts>
            <FactRow term={m.account_email()} note={hint}>
              {ownEmail}
            </FactRow>
          </Facts>
        </div>
      ) : (
        <Field.Text
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={254}
          hint={hint}
        />
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))]">
        <Field.Text name="firstName" autoComplete="off" maxLength={100} />
        <Field.Text name="lastName" autoComplete="off" maxLength={100} />
      </div>
    </>
  );
}

/** Phone, time zone, language, and when and how alarms come. */
export function PersonFields() {
  return (
    <>
      <Field.Text
        name="mobilePhone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={40}
        hint={m.users_phone_hint()}
      />
      <FieldRows>
        <Field.TimeZone name="timeZone" hint={m.users_time_zone_hint()} />
        <Field.Picker name="language" options={languageOptions()} hint={m.users_language_hint()} />
      </FieldRows>
      <SectionTitle>{m.users_alarms_column()}</SectionTitle>
      <FieldRows label={m.users_alarms_column()}>
        <Field.Check name="isDay" hint={m.account_day_shift_hint()} />
        <Field.Check name="alarmEmails" hint={m.users_alarm_emails_hint()} />
        <Field.Check name="readOnlyAlarms" hint={m.users_read_only_alarms_hint()} />
        <Field.Check name="hideNames" hint={m.account_hide_names_hint()} />
      </FieldRows>
    </>
  );
}
