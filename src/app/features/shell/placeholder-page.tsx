// The page of a part that is not built yet: says so plainly, under its own name, with a way back.
import { useCanGoBack, useMatches, useRouter } from '@tanstack/react-router';
import { Button } from '#app/ui/primitives/button.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { Page } from './page.tsx';
import { ToWatch, useTitle } from './error-pages.tsx';

const useOwnTitle = (): string => useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? '' });

/** Inside the shell, for somebody signed in. */
export function Unbuilt() {
  const title = useOwnTitle();
  useTitle(title);
  return (
    <Page title={title}>
      <Words />
    </Page>
  );
}

function Words() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = canGoBack ? (
    <Button kind="quiet" onPress={() => router.history.back()}>
      Back
    </Button>
  ) : (
    <ToWatch />
  );
  return (
    <Empty art={<Lamp size={64} className="text-text3" />} title="This part is not built yet" action={back}>
      Nothing was changed by coming here.
    </Empty>
  );
}
