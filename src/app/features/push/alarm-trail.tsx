// The round trip of a test alarm, as it happens: left our server, taken by the push service, shown on this device.
import { secondWords } from '#app/ui/format.ts';
import { Trail, TrailPoint } from '#app/ui/layout/steps.tsx';
import { type Trial, type TrialStage, roundTripSeconds } from '#app/push/test-alarm-state.ts';

type PointState = 'done' | 'now' | 'later' | 'failed';

// How far it got: asked, taken, shown; one more than the last point that is done.
const reached: Record<TrialStage, number> = {
  leaving: 1,
  taken: 2,
  late: 2,
  shown: 3,
  rang: 3,
  silent: 3,
  gone: 1,
  failed: 1,
};

/** The three points of the trip. `it` is "this phone". */
export function RoundTrip({ trial, stage, it }: { trial: Trial; stage: TrialStage; it: string }) {
  const took = roundTripSeconds(trial);
  const { status } = trial;
  // Only what the server said counts: late may also mean that the push service never took it.
  const far = stage === 'late' && status?.status !== 'sent' ? 1 : reached[stage];
  const broke = stage === 'gone' || stage === 'failed';
  const stateOf = (point: number): PointState => {
    if (point < far) return 'done';
    return point === far ? (broke ? 'failed' : 'now') : 'later';
  };
  return (
    <Trail>
      <TrailPoint state={stateOf(0)} at={secondWords(trial.askedAt)}>
        Left our server
      </TrailPoint>
      <TrailPoint state={stateOf(1)} at={status?.sentAt ? secondWords(status.sentAt) : undefined}>
        {broke ? refusal(stage) : 'Taken by the push service'}
      </TrailPoint>
      <TrailPoint state={stateOf(2)} at={took === null ? undefined : `${took} s later`}>
        Shown on {it}
      </TrailPoint>
    </Trail>
  );
}

const refusal = (stage: TrialStage): string =>
  stage === 'gone' ? 'The push service does not know this device any more' : 'Not taken by the push service';
