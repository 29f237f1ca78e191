// A share of a whole as a bar as wide as its container.

interface ShareBarProps {
  /** 0 to 1. */
  share: number;
  /** The name of what makes progress; left out where a text beside the bar says the share. */
  progress?: string;
}

export function ShareBar({ share, progress }: ShareBarProps) {
  const shown =
    progress === undefined
      ? { 'aria-hidden': true }
      : { role: 'progressbar', 'aria-label': progress, 'aria-valuenow': Math.round(share * 100) };
  return (
    <svg className="h-3.5 w-full text-okbar" {...shown}>
      <rect width="100%" height="14" rx="3" className="fill-s3" />
      <rect width={`${100 * share}%`} height="14" rx="3" fill="currentColor" />
    </svg>
  );
}
