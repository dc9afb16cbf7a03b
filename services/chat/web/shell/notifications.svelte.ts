import type { Message } from '../api/types.js';
import { narrowOf } from '../conversation/actions.js';
import { textOf } from '../conversation/content.js';
import { titleOf } from '../conversation/titles.js';
import { link } from '../places/links.js';
import { go, place } from '../places/place.svelte.js';
import { session } from '../session.svelte.js';
import { POLICY } from '../team/channels.svelte.js';

/** Returns how the reader wants to be notified of a message, according to the reader's settings. */
function kindsOf(message: Message): { desktop: boolean; sound: boolean } {
  const { organization, channels, people } = session.team;
  const { settings } = organization;
  const none = { desktop: false, sound: false };
  if (
    message.sender_id === people.me ||
    message.flags.includes('read') ||
    people.muted.has(message.sender_id)
  )
    return none;
  const isPersonal =
    message.type === 'private' ||
    message.flags.includes('mentioned') ||
    message.flags.some((flag) => flag.endsWith('wildcard_mentioned')) ||
    message.flags.includes('has_alert_word');
  if (isPersonal)
    return {
      desktop: settings.enable_desktop_notifications === true,
      sound: settings.enable_sounds === true,
    };
  const channel = channels.all.get(message.stream_id ?? 0);
  if (channel === undefined || channels.isTopicMuted(channel.stream_id, message.subject)) return none;
  if (channels.policy(channel.stream_id, message.subject) === POLICY.followed)
    return {
      desktop: settings.enable_followed_topic_desktop_notifications === true,
      sound: settings.enable_followed_topic_audible_notifications === true,
    };
  return {
    desktop: channel.desktop_notifications ?? settings.enable_stream_desktop_notifications === true,
    sound: channel.audible_notifications ?? settings.enable_stream_audible_notifications === true,
  };
}

/**
 * Notifies the reader of messages that arrive while the window is not in use. Returns a function that stops the
 * notifications.
 */
export function notify(): () => void {
  return session.team.listen((_event, message) => {
    if (message === undefined || (document.hasFocus() && isShown(message))) return;
    const { desktop, sound } = kindsOf(message);
    if (sound) play();
    if (!desktop || !('Notification' in window) || Notification.permission !== 'granted') return;
    const isHidden =
      message.type === 'private' &&
      session.team.organization.settings.pm_content_in_desktop_notifications === false;
    const notification = new Notification(
      message.type === 'private'
        ? message.sender_full_name
        : `${message.sender_full_name} in ${titleOf(narrowOf(message))}`,
      {
        body: isHidden ? 'New direct message' : textOf(message.content).slice(0, 200),
        // If several windows are open, only one notification is shown.
        tag: `message-${message.id}`,
      },
    );
    notification.onclick = () => {
      window.focus();
      go(link(narrowOf(message)));
      notification.close();
    };
  });
}

function isShown(message: Message): boolean {
  const here = place();
  return here.kind === 'narrow' && link(here.narrow).startsWith(link(narrowOf(message)));
}

let audio: AudioContext | undefined;

/** Plays two short synthesised tones, so that no file has to be loaded. */
function play(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [index, frequency] of [660, 880].entries()) {
    const start = audio.currentTime + index * 0.12;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.22);
  }
}
