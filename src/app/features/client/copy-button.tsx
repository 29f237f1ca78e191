// A button that copies, and says for two seconds that it did.
import { useEffect, useState } from 'react';
import { Button, type ButtonKind } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';

const SHOWN_MS = 2000;

interface CopyButtonProps {
  label: string;
  kind?: ButtonKind;
  /** Resolves with whether it was copied. */
  onCopy: () => Promise<boolean>;
}

/** "Copy", then "Copied". */
export function CopyButton({ label, kind = 'quiet', onCopy }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  useEffect(() => {
    if (state !== 'done') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    setState('busy');
    setState((await onCopy()) ? 'done' : 'idle');
  };
  const text = state === 'done' ? m.client_copied() : label;
  return (
    <Button kind={kind} label={text} busy={state === 'busy'} onPress={() => void copy()}>
      <Icon name={state === 'done' ? 'check' : 'key'} size={22} />
      <span role="status">{text}</span>
    </Button>
  );
}
