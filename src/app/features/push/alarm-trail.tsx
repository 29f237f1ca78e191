// The trip of a test alarm: left our server, accepted by the push service, shown on this device.
import { Trail, TrailPoint } from '#app/ui/layout/steps.tsx';
import { formatAge, formatSeconds } from '#text/format.ts';
import * as m from '#text/messages.js';
import { reader } from '#app/device/reader.ts';
import { type TestAlarm, type TestStage, roundTripSeconds } from '#app/push/test-alarm-state.ts';
import type { DeviceKind } from './push-state.ts';

type PointState = 'done' | 'now' | 'later' | 'failed';

/** The number of finished points by stage. */
const finishedPoints: Record<TestStage, number> = {
  leaving: 1,
  accepted: 2,
  late: 2,
  shown: 3,
  rang: 3,
  silent: 3,
  gone: 1,
  failed: 1,
};

export function TestAlarmTrail({
  testAlarm,
  stage,
  device,
}: {
  testAlarm: TestAlarm;
  stage: TestStage;
  device: DeviceKind;
}) {
  const seconds = roundTripSeconds(testAlarm);
  const { status } = testAlarm;
  // A late test may also hang before the push service: only the server's status shows that it was accepted.
  const finished = stage === 'late' && status?.status !== 'sent' ? 1 : finishedPoints[stage];
  const broken = stage === 'gone' || stage === 'failed';
  const stateOf = (point: number): PointState => {
    if (point < finished) return 'done';
    return point === finished ? (broken ? 'failed' : 'now') : 'later';
  };
  return (
    <Trail>
      <TrailPoint state={stateOf(0)} at={formatSeconds(testAlarm.askedAt, reader())}>
        {m.push_trip_left()}
      </TrailPoint>
      <TrailPoint state={stateOf(1)} at={status?.sentAt ? formatSeconds(status.sentAt, reader()) : undefined}>
        {pushServiceMessage(stage, device)}
      </TrailPoint>
      <TrailPoint state={stateOf(2)} at={seconds === null ? undefined : laterMessage(seconds)}>
        {m.push_trip_shown({ device })}
      </TrailPoint>
    </Trail>
  );
}

function pushServiceMessage(stage: TestStage, device: DeviceKind): string {
  if (stage === 'gone') return m.push_trip_unknown_device({ device });
  return stage === 'failed' ? m.push_trip_not_accepted() : m.push_trip_accepted();
}

const laterMessage = (seconds: number): string => m.push_trip_later({ duration: formatAge(seconds * 1000, reader()) });
