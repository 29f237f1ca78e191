// Shows the sheet that asks for a sign-in again. Its code is fetched when a call first needs it.
import { type ComponentType, useEffect, useState } from 'react';
import { provideReauthentication } from '#app/api/reauthentication.ts';

interface Asked {
  Sheet: ComponentType<{ onDone: (isProven: boolean) => void }>;
  /** A new sheet for each question. */
  serial: number;
  done: (isProven: boolean) => void;
}

/** Renders nothing until a call needs a fresh sign-in. */
export function Reauthentication() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      provideReauthentication(async () => {
        const { ReauthenticationSheet: Sheet } = await import('#app/features/auth/reauthentication-sheet.tsx');
        return new Promise((done) => setAsked((last) => ({ Sheet, done, serial: (last?.serial ?? 0) + 1 })));
      }),
    [],
  );
  return asked && <asked.Sheet key={asked.serial} onDone={asked.done} />;
}
