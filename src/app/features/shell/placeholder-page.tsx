// The page of a screen that is not built yet.
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { Button } from '#app/ui/primitives/button.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import * as m from '#text/messages.js';
import { Page } from './page.tsx';
import { ToWatch, useTitle } from './error-pages.tsx';

/** The page of a screen that is not built yet, with its title and a way back. */
export function PlaceholderPage({ title }: { title: string }) {
  useTitle(title);
  return (
    <Page title={title}>
      <Content />
    </Page>
  );
}

function Content() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = canGoBack ? (
    <Button kind="quiet" onPress={() => router.history.back()}>
      {m.actions_back()}
    </Button>
  ) : (
    <ToWatch />
  );
  return <Empty art={<Lamp size={64} className="text-text3" />} title={m.shell_not_built()} action={back} />;
}
