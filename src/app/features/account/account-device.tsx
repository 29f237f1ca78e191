// Settings of this device alone: the theme, and the optional memory of the sign-in page, which needs consent.
import { CheckRow, FieldRows } from '#app/ui/form/field-rows.tsx';
import { ConsentBanner } from '#app/ui/status/consent-banner.tsx';
import { useConsent } from '#app/device/consent.ts';
import { forgetEmail, rememberEmail, useRememberedEmail } from '#app/device/remembered-email.ts';
import * as m from '#text/messages.js';

/** Saved at once, and only here. */
export function DeviceSettings({ email }: { email: string }) {
  const remembered = useRememberedEmail();
  const { isAsked, withConsent, answer } = useConsent();
  const isOn = remembered !== '';
  return (
    <>
      <FieldRows label={m.account_this_device_settings()}>
        <CheckRow
          label={m.account_remember_email()}
          hint={
            isOn && remembered !== email
              ? m.account_remembers_other({ email: remembered })
              : m.account_remember_email_hint()
          }
          checked={isOn || isAsked}
          onChange={(on) => {
            if (on) withConsent(() => rememberEmail(email));
            else if (isAsked) answer(false);
            else forgetEmail();
          }}
        />
      </FieldRows>
      {isAsked && <ConsentBanner onAnswer={answer}>{m.account_consent({ email })}</ConsentBanner>}
    </>
  );
}
