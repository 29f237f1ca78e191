// What a person does by hand, outside the app: put it on the Home Screen, unblock it, let it be heard at night.
import { HowTo, HowToLine } from '#app/ui/layout/steps.tsx';
import type { Platform } from '#app/device/device.ts';
import { shareAt } from './alarm-steps.ts';

/** iPhone and iPad: onto the Home Screen, with the words of the browser that is open. */
export function ToHomeScreen() {
  const at = shareAt(navigator.userAgent);
  if (at === 'nowhere')
    return (
      <HowTo>
        <HowToLine icon="share">This page is open inside another app, which cannot install it. Copy its link</HowToLine>
        <HowToLine icon="open">
          Open the link in <b>Safari</b>, and go on there
        </HowToLine>
      </HowTo>
    );
  return (
    <HowTo>
      <HowToLine icon="share">
        {at === 'dots' && (
          <>
            Tap <b>···</b> at the bottom of Safari, then <b>Share</b>
          </>
        )}
        {at === 'bottom' && (
          <>
            Tap <b>Share</b> in the bar at the bottom of Safari
          </>
        )}
        {at === 'top' && (
          <>
            Tap <b>Share</b> at the top of Safari
          </>
        )}
        {at === 'address' && (
          <>
            Tap <b>Share</b> beside the address
          </>
        )}
      </HowToLine>
      <HowToLine icon="addhome">
        Choose{' '}
        {at === 'dots' && (
          <>
            <b>View More</b>, then{' '}
          </>
        )}
        <b>Add to Home Screen</b>
        {at === 'dots' && (
          <>
            , and keep <b>Open as Web App</b> on
          </>
        )}
      </HowToLine>
      <HowToLine icon="lamp">
        Open <b>Backwatch</b> from the new icon and sign in there. This page continues there.
      </HowToLine>
    </HowTo>
  );
}

/** Where notifications are unblocked. */
export function Unblock({ platform, standalone }: { platform: Platform; standalone: boolean }) {
  if (platform === 'iphone')
    return (
      <HowTo>
        <HowToLine icon="bell">
          Settings, Notifications, Backwatch, <b>Allow Notifications</b>
        </HowToLine>
        <HowToLine icon="addhome">Not in that list? Remove the icon from the Home Screen and add it again</HowToLine>
      </HowTo>
    );
  return (
    <HowTo>
      {platform === 'android' && standalone ? (
        <HowToLine icon="bell">
          Settings, Apps, Backwatch, <b>Notifications</b>, on
        </HowToLine>
      ) : (
        <HowToLine icon="sliders">
          {platform === 'android' ? 'Tap' : 'Click'} the icon left of the address, then <b>Notifications</b>, Allow
        </HowToLine>
      )}
      <HowToLine icon="bell">
        {platform === 'android'
          ? 'Settings, Apps, this browser, Notifications, on'
          : 'System settings, Notifications, this browser, on'}
      </HowToLine>
    </HowTo>
  );
}

/** What keeps a shown alarm from being heard at night. */
export function BeHeard({ platform }: { platform: Platform }) {
  if (platform === 'iphone')
    return (
      <HowTo>
        <HowToLine icon="moon">
          Let it through <b>Sleep</b>: Settings, Focus, Sleep, Apps, add Backwatch
        </HowToLine>
        <HowToLine icon="volume">
          Sounds on: Settings, Notifications, Backwatch, <b>Sounds</b>
        </HowToLine>
      </HowTo>
    );
  if (platform === 'android')
    return (
      <HowTo>
        <HowToLine icon="moon">
          Let it through <b>Do Not Disturb</b>: Settings, Notifications, Do Not Disturb, Apps, add Backwatch
        </HowToLine>
        <HowToLine icon="volume">
          Sounds on: hold the notification, choose <b>Default</b>, not Silent
        </HowToLine>
        <HowToLine icon="bell">
          Seen at once: Settings, Apps, Backwatch, Notifications, <b>Pop on screen</b>
        </HowToLine>
        <HowToLine icon="clock">
          No delay: Settings, Apps, Backwatch, Battery, <b>Unrestricted</b>
        </HowToLine>
      </HowTo>
    );
  return (
    <HowTo>
      <HowToLine icon="moon">
        Let it through <b>Do Not Disturb</b>: system settings, Notifications or Focus, add this browser
      </HowToLine>
      <HowToLine icon="volume">Sounds on: system settings, Notifications, this browser</HowToLine>
      <HowToLine icon="watch">Leave the browser running: once it is closed, it cannot ring</HowToLine>
    </HowTo>
  );
}
