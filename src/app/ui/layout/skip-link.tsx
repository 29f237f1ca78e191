// First in the page: past the navigation.

/** First in the page: jumps over the navigation. */
export function SkipLink() {
  return (
    <a className="skip" href="#content">
      Skip to content
    </a>
  );
}
