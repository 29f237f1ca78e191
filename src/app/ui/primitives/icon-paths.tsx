// The icons: a 24 grid, 2 px round stroke. Paths only; Icon draws them.
import type { ReactNode } from 'react';

/** Every icon by name. */
export const iconPaths = {
  watch: (
    <>
      <path d="M3.5 15a8.5 8.5 0 0 1 17 0M1.5 18h21M9 21.7h6" />
      <path d="M8.8 14.5a3.2 3.2 0 0 1 6.4 0Z" fill="currentColor" strokeWidth="1" />
    </>
  ),
  bell: (
    <>
      <path d="M6 9.5a6 6 0 0 1 12 0c0 6 2.5 7.5 2.5 7.5h-17S6 15.5 6 9.5Z" />
      <path d="M10 20.5a2.2 2.2 0 0 0 4 0" />
    </>
  ),
  systems: (
    <>
      <rect x="3" y="4" width="18" height="7" rx="2" />
      <rect x="3" y="13" width="18" height="7" rx="2" />
      <path d="M7 7.5h.01M7 16.5h.01" />
    </>
  ),
  server: (
    <>
      <rect x="4" y="3" width="16" height="6" rx="2" />
      <rect x="4" y="9" width="16" height="6" rx="2" />
      <path d="M8 6h.01M8 12h.01M12 15v4M4 21h5M15 21h5" />
      <circle cx="12" cy="21" r="1.8" />
    </>
  ),
  more: <path d="M4 7h16M4 12h16M4 17h10" />,
  download: <path d="M12 4v11m-5-4.5 5 5 5-5M4.5 20h15" />,
  check: <path d="m5 12.5 4.5 4.5L19 7" />,
  checks: (
    <>
      <path d="m2.5 12.5 4.5 4.5 8-9" />
      <path d="m11.5 15.5 1.5 1.5L21.5 8" />
    </>
  ),
  moon: <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z" />,
  sunrise: <path d="M2.5 18h19M6.5 18a5.5 5.5 0 0 1 11 0M12 9V3.5M9 6l3-3 3 3M4.2 11l1.5 1.5M19.8 11l-1.5 1.5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3.5 2" />
    </>
  ),
  phone: (
    <path d="M21 16.5v2.7a1.9 1.9 0 0 1-2.1 1.9A17.5 17.5 0 0 1 3 5.1 1.9 1.9 0 0 1 4.9 3h2.7a1.5 1.5 0 0 1 1.5 1.2l.7 2.9a1.5 1.5 0 0 1-.4 1.4L8 9.9a14 14 0 0 0 6.1 6.1l1.4-1.4a1.5 1.5 0 0 1 1.4-.4l2.9.7a1.5 1.5 0 0 1 1.2 1.6Z" />
  ),
  mobile: <path d="M9 2.5h6a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2ZM11 18.2h2" />,
  laptop: <path d="M6 5h12a1.5 1.5 0 0 1 1.5 1.5V16h-15V6.5A1.5 1.5 0 0 1 6 5ZM2.5 19.5h19" />,
  open: <path d="M7 17 17 7M8.5 7H17v8.5" />,
  right: <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />,
  left: <path d="M14.5 5.5 8 12l6.5 6.5" />,
  down: <path d="m5.5 9.5 6.5 6.5 6.5-6.5" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m20.5 20.5-5.3-5.3" />
    </>
  ),
  x: <path d="M6 6l12 12M18 6 6 18" />,
  columns: (
    <>
      <rect x="3" y="4" width="18" height="16" rx="2" />
      <path d="M9 4v16M15 4v16" />
    </>
  ),
  hand: <path d="M3 8h13M12 3.8 16.2 8 12 12.2M21 16H8M12 11.8 7.8 16l4.2 4.2" />,
  sliders: (
    <>
      <path d="M3 7h9M18 7h3M3 17h3M12 17h9" />
      <circle cx="15" cy="7" r="2.5" />
      <circle cx="9" cy="17" r="2.5" />
    </>
  ),
  dots: <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3.2" />,
  stop: <rect x="6" y="6" width="12" height="12" rx="2.5" />,
  refresh: <path d="M20 11a8 8 0 0 0-14.3-4L3 9.5M3 4v5.5h5.5M4 13a8 8 0 0 0 14.3 4l2.7-2.5M21 20v-5.5h-5.5" />,
  scan: (
    <path d="M3 8V5a2 2 0 0 1 2-2h3M16 3h3a2 2 0 0 1 2 2v3M21 16v3a2 2 0 0 1-2 2h-3M8 21H5a2 2 0 0 1-2-2v-3M3 12h18" />
  ),
  up: <path d="M12 20V6M6 11.5l6-6 6 6" />,
  upgrade: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 16.5v-8M8.5 12 12 8.5l3.5 3.5" />
    </>
  ),
  restart: (
    <>
      <path d="M4 12a8 8 0 1 0 2.5-5.8L4 8.5" />
      <path d="M4 3.5v5h5" />
    </>
  ),
  chip: (
    <>
      <rect x="6" y="6" width="12" height="12" rx="2" />
      <path d="M9.5 2.5V6M14.5 2.5V6M9.5 18v3.5M14.5 18v3.5M2.5 9.5H6M2.5 14.5H6M18 9.5h3.5M18 14.5h3.5" />
    </>
  ),
  file: (
    <>
      <path d="M13.5 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5Z" />
      <path d="M13.5 3v5.5H19" />
    </>
  ),
  folder: (
    <path d="M3 6.5A1.5 1.5 0 0 1 4.5 5H9l2.5 3h8A1.5 1.5 0 0 1 21 9.5v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5Z" />
  ),
  calendar: (
    <>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
      <path d="M3.5 10h17M8 2.5V6M16 2.5V6" />
    </>
  ),
  archive: <path d="M4 7.5h16v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM3 3.5h18v4H3ZM9.5 12h5" />,
  building: (
    <path d="M5 21V5.5A1.5 1.5 0 0 1 6.5 4h7A1.5 1.5 0 0 1 15 5.5V21M15 10h3a1.5 1.5 0 0 1 1.5 1.5V21M3 21h18M9 8.5h2M9 12.5h2M9 16.5h2" />
  ),
  users: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18.5 14.5a6.5 6.5 0 0 1 3 5.5" />
    </>
  ),
  lock: (
    <>
      <rect x="4.5" y="10.5" width="15" height="10" rx="2" />
      <path d="M8 10.5V7.5a4 4 0 0 1 8 0v3" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="m3.5 7.5 8.5 6 8.5-6" />
    </>
  ),
  eye: (
    <>
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="2.7" />
    </>
  ),
  trash: (
    <path d="M4 6.5h16M9.5 6.5V4h5v2.5M6 6.5l1 13a1.5 1.5 0 0 0 1.5 1.5h7a1.5 1.5 0 0 0 1.5-1.5l1-13M10 11v5.5M14 11v5.5" />
  ),
  minus: <path d="M5.5 12h13" />,
  plus: <path d="M12 5.5v13M5.5 12h13" />,
  share: (
    <path d="M8 9.5H6A1.5 1.5 0 0 0 4.5 11v8.5A1.5 1.5 0 0 0 6 21h12a1.5 1.5 0 0 0 1.5-1.5V11A1.5 1.5 0 0 0 18 9.5h-2M12 15V3M8 6.5 12 2.8l4 3.7" />
  ),
  addhome: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="4" />
      <path d="M12 8v8M8 12h8" />
    </>
  ),
  send: <path d="M20.5 3.5 10 14M20.5 3.5 14 20.5 10 14 3.5 10Z" />,
  key: (
    <>
      <circle cx="7.5" cy="15.5" r="4" />
      <path d="m10.5 12.5 9-9M16 7l3 3" />
    </>
  ),
  help: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.7.4-1.1.9-1.1 1.7M12 17h.01" />
    </>
  ),
  box: <path d="M3.5 8 12 3.5 20.5 8v8L12 20.5 3.5 16ZM3.5 8 12 12.5 20.5 8M12 12.5v8" />,
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5a7.5 7.5 0 0 1 15 0" />
    </>
  ),
  nocloud: <path d="M3 3l18 18M8.5 6.2A6.5 6.5 0 0 1 18 10.5a4.3 4.3 0 0 1 2.8 7M16 18.5H7a4.5 4.5 0 0 1-1.8-8.6" />,
  outbox: (
    <path d="M3.5 13.5V18A2 2 0 0 0 5.5 20h13a2 2 0 0 0 2-2v-4.5h-5l-1.5 2.5h-4l-1.5-2.5ZM12 11V3.5M8.5 7 12 3.5 15.5 7" />
  ),
  warn: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.5M12 16.5h.01" />
    </>
  ),
  sort: <path d="M7 4.5v15M3.5 16 7 19.5l3.5-3.5M17 19.5v-15M13.5 8 17 4.5 20.5 8" />,
  win: <path d="M3.5 5.5 11 4.4V11.5H3.5ZM13 4.1 20.5 3v8.5H13ZM3.5 12.5H11v7.1l-7.5-1.1ZM13 12.5h7.5V21L13 19.9Z" />,
  term: (
    <>
      <rect x="3" y="4.5" width="18" height="15" rx="2" />
      <path d="m7 9.5 3 2.5-3 2.5M12.5 15h4" />
    </>
  ),
  pencil: <path d="M4 20l1-4.5L16.5 4a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19Z" />,
  logout: <path d="M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12H21M17 8l4 4-4 4" />,
  volume: <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />,
} satisfies Record<string, ReactNode>;

/** A key of `iconPaths`, as `Icon` takes it. */
export type IconName = keyof typeof iconPaths;
