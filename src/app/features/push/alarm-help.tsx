// Instructions for settings outside the app: install it, unblock notifications, let alarms sound, use another device.
import { HowTo, HowToLine } from '#app/ui/layout/steps.tsx';
import { RichText } from '#app/ui/primitives/rich-text.tsx';
import * as m from '#text/messages.js';
import type { Platform } from '#app/device/device.ts';
import { type ShareButton, shareButtonOf } from './share-button.ts';

const shareLines: Record<Exclude<ShareButton, 'nowhere'>, typeof m.push_help_share_top> = {
  dots: m.push_help_share_dots,
  bottom: m.push_help_share_bottom,
  top: m.push_help_share_top,
  address: m.push_help_share_address,
};

/** Steps that add the app to the Home Screen of an iPhone or iPad, for the current browser. */
export function HomeScreenHelp() {
  const share = shareButtonOf(navigator.userAgent);
  if (share === 'nowhere')
    return (
      <HowTo>
        <HowToLine icon="share">{m.push_help_home_copy_link()}</HowToLine>
        <HowToLine icon="open">
          <RichText parts={m.push_help_home_safari.parts()} />
        </HowToLine>
      </HowTo>
    );
  const add = share === 'dots' ? m.push_help_home_add_more : m.push_help_home_add;
  return (
    <HowTo>
      <HowToLine icon="share">
        <RichText parts={shareLines[share].parts()} />
      </HowToLine>
      <HowToLine icon="addhome">
        <RichText parts={add.parts()} />
      </HowToLine>
      <HowToLine icon="lamp">
        <RichText parts={m.push_help_home_open.parts()} />
      </HowToLine>
    </HowTo>
  );
}

/** The settings that unblock notifications. `standalone`: the page runs as the installed app. */
export function UnblockHelp({ platform, standalone }: { platform: Platform; standalone: boolean }) {
  if (platform === 'iphone')
    return (
      <HowTo>
        <HowToLine icon="bell">
          <RichText parts={m.push_help_unblock_iphone.parts()} />
        </HowToLine>
        <HowToLine icon="addhome">{m.push_help_unblock_iphone_again()}</HowToLine>
      </HowTo>
    );
  const atAddress = platform === 'android' ? m.push_help_unblock_tap : m.push_help_unblock_click;
  return (
    <HowTo>
      {platform === 'android' && standalone ? (
        <HowToLine icon="bell">
          <RichText parts={m.push_help_unblock_android_app.parts()} />
        </HowToLine>
      ) : (
        <HowToLine icon="sliders">
          <RichText parts={atAddress.parts()} />
        </HowToLine>
      )}
      <HowToLine icon="bell">
        {platform === 'android' ? m.push_help_unblock_android() : m.push_help_unblock_desktop()}
      </HowToLine>
    </HowTo>
  );
}

/** Settings that silence an alarm although the device shows it. */
export function SoundHelp({ platform }: { platform: Platform }) {
  if (platform === 'iphone')
    return (
      <HowTo>
        <HowToLine icon="moon">
          <RichText parts={m.push_help_sound_iphone_sleep.parts()} />
        </HowToLine>
        <HowToLine icon="volume">
          <RichText parts={m.push_help_sound_iphone.parts()} />
        </HowToLine>
      </HowTo>
    );
  if (platform === 'android')
    return (
      <HowTo>
        <HowToLine icon="moon">
          <RichText parts={m.push_help_sound_android_disturb.parts()} />
        </HowToLine>
        <HowToLine icon="volume">
          <RichText parts={m.push_help_sound_android.parts()} />
        </HowToLine>
        <HowToLine icon="bell">
          <RichText parts={m.push_help_sound_android_pop.parts()} />
        </HowToLine>
        <HowToLine icon="clock">
          <RichText parts={m.push_help_sound_android_battery.parts()} />
        </HowToLine>
      </HowTo>
    );
  return (
    <HowTo>
      <HowToLine icon="moon">
        <RichText parts={m.push_help_sound_desktop_disturb.parts()} />
      </HowToLine>
      <HowToLine icon="volume">{m.push_help_sound_desktop()}</HowToLine>
      <HowToLine icon="watch">{m.push_help_sound_desktop_open()}</HowToLine>
    </HowTo>
  );
}

/** Devices and browsers that can ring, for one that cannot. */
export function OtherDeviceHelp() {
  return (
    <HowTo>
      <HowToLine icon="phone">
        <RichText parts={m.push_help_elsewhere_phone.parts()} />
      </HowToLine>
      <HowToLine icon="win">
        <RichText parts={m.push_help_elsewhere_computer.parts()} />
      </HowToLine>
      <HowToLine icon="mail">{m.push_help_elsewhere_email()}</HowToLine>
    </HowTo>
  );
}
