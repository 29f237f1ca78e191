// The demonstration fleet as a table: who its customers are, what they run, and how each system fares.
import * as z from 'zod/mini';
import { System } from '#contract/system.ts';

/** The state of a system at the time of the fill. */
const Scenario = z.enum([
  'ok',
  'live',
  'running',
  'late',
  'overdue',
  'overdue-now',
  'overdue-long',
  'failed',
  'failed-twice',
  'never',
  'never-weekly',
  'waiting',
  'paused',
  'inactive',
  'unscheduled',
  'offline',
  'shrunk',
]);
export type Scenario = z.output<typeof Scenario>;

export type ScheduleName = keyof typeof schedules;
export interface SystemPlan {
  name: string;
  server: string;
  kind: z.output<typeof System>['kind'];
  content: z.output<typeof System>['backupContent'];
  role: string;
  schedule: ScheduleName;
  /** Local time of its runs, HH:MM. */
  time: string;
  /** Megabytes of one backup. */
  megabytes: number;
  scenario: Scenario;
}
export interface OrganizationPlan {
  name: string;
  timeZone: string;
  phone: string;
  /** Days ago on which the whole organization was taken off the watch. */
  inactiveForDays?: number;
  /** Days ago on which a power cut or the like prevented most backups. */
  outageDaysAgo?: number;
  systems: SystemPlan[];
}

export const schedules = {
  'Every night': { intervalUnit: 'Days', intervalValue: 1, alarmAfter: 6 },
  'Every night, strict': { intervalUnit: 'Days', intervalValue: 1, alarmAfter: 1 },
  'Every second day': { intervalUnit: 'Days', intervalValue: 2, alarmAfter: 12 },
  Weekly: { intervalUnit: 'Weeks', intervalValue: 1, alarmAfter: 24 },
  Monthly: { intervalUnit: 'Months', intervalValue: 1, alarmAfter: 72 },
} as const;

const short: Record<string, ScheduleName> = {
  night: 'Every night',
  strict: 'Every night, strict',
  second: 'Every second day',
  week: 'Weekly',
  month: 'Monthly',
};

/** One line a system: name | host | kind | content | role | schedule | time | megabytes | scenario (ok when left out). */
function read(table: string): SystemPlan[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', server = '', kind, content, role = '', schedule = '', time = '', size, scenario = 'ok'] = line
        .split('|')
        .map((cell) => cell.trim());
      return {
        name,
        server,
        kind: System.shape.kind.parse(kind),
        content: System.shape.backupContent.parse(content),
        role,
        schedule: short[schedule] ?? 'Every night',
        time,
        megabytes: Number(size),
        scenario: Scenario.parse(scenario),
      };
    });
}

const norra = `
  Patient records    | nk-sql-01     | server      | database | SQL Server        | strict | 01:30 | 48200
  Imaging archive    | nk-pacs-01    | server      | files    | PACS              | night  | 02:10 | 182400 | running
  Reception desk     | nk-desk-03    | workstation | files    | Windows 11        | night  | 20:15 | 640
  Mail               | nk-mail-01    | server      | mixed    | Exchange          | night  | 02:40 | 15300
  Laboratory         | nk-lab-02     | server      | database | PostgreSQL        | strict | 03:05 | 7300 | failed
  File server        | nk-files-01   | server      | files    | Windows Server    | night  | 03:40 | 96400 | overdue-now
  Domain controller  | nk-dc-01      | server      | image    | Active Directory  | night  | 01:10 | 21800
  Second domain ctrl | nk-dc-02      | server      | image    | Active Directory  | night  | 01:20 | 21300
  Booking            | nk-web-01     | application | database | MariaDB           | night  | 04:05 | 2100
  Payroll            | nk-pay-01     | application | database | Firebird          | week   | 21:30 | 860
  Telephone exchange | nk-pbx-01     | appliance   | image    | Asterisk          | week   | 04:40 | 3900
  Router settings    | nk-gate-01    | appliance   | files    | RouterOS          | night  | 03:15 | 0.024 | live
  Name server zones  | nk-ns-01      | server      | files    | BIND              | night  | 03:20 | 0.031 | live
  Ward tablets       | nk-mdm-01     | cloud       | files    | Device management | night  | 04:20 | 410
  Door log           | nk-door-01    | appliance   | database | Access control    | second | 22:20 | 180
  Research share     | nk-nas-02     | appliance   | files    | NAS               | second | 20:50 | 61200
  Old archive        | nk-old-01     | server      | files    | Debian 9          | month  | 05:10 | 33100 | unscheduled
  Training room      | nk-train-01   | workstation | image    | Windows 11        | week   | 19:10 | 18700 | paused`;

const aalders = `
  Project drawings   | ab-files-01   | server      | files    | Windows Server    | night  | 22:10 | 74100
  Accounts           | ab-erp-01     | application | database | SQL Server        | strict | 02:05 | 9800
  Planning           | ab-plan-01    | application | database | PostgreSQL        | night  | 02:45 | 1450
  Time clock export  | ab-time-01    | application | database | SQLite            | night  | 03:30 | 0.042 | live
  Site office 1      | ab-site-01    | workstation | files    | Windows 11        | night  | 20:05 | 2900
  Site office 2      | ab-site-02    | workstation | files    | Windows 11        | night  | 20:35 | 3100
  Site office 3      | ab-site-03    | workstation | files    | Windows 11        | night  | 20:55 | 1800
  CAD licences       | ab-lic-01     | server      | image    | Windows Server    | week   | 04:15 | 26000
  Web site           | ab-www-01     | cloud       | mixed    | WordPress         | night  | 04:35 | 1100
  Mail archive       | ab-mail-01    | cloud       | files    | IMAP              | night  | 01:45 | 8400
  Drone pictures     | ab-nas-01     | appliance   | files    | NAS               | second | 21:40 | 118000
  Hypervisor         | ab-hv-01      | server      | image    | Proxmox           | week   | 05:00 | 210000
  Backup of the NAS  | ab-nas-02     | appliance   | files    | NAS               | month  | 19:45 | 118000
  Old bookkeeping    | ab-old-01     | server      | database | Windows Server    | night  | 02:55 | 700 | inactive`;

const pacific = `
  Front desk         | pcd-front-01  | workstation | files    | Windows 11        | night  | 19:30 | 900
  Practice database  | pcd-sql-01    | server      | database | SQL Server        | strict | 01:15 | 12400
  X-ray images       | pcd-xray-01   | server      | files    | Imaging           | night  | 02:20 | 54300 | shrunk
  Billing            | pcd-bill-01   | application | database | SQL Server        | night  | 02:50 | 3300 | overdue-long
  Imaging viewer     | pcd-view-02   | workstation | image    | Windows 11        | week   | 20:20 | 31000
  Tacoma front desk  | pcd-tac-01    | workstation | files    | Windows 11        | night  | 19:50 | 870 | failed-twice
  Tacoma database    | pcd-tac-sql   | server      | database | SQL Server        | night  | 01:40 | 6100
  Tacoma firewall    | pcd-tac-fw    | appliance   | files    | pfSense           | night  | 03:10 | 4
  Spokane front desk | pcd-spo-01    | workstation | files    | Windows 11        | night  | 20:10 | 820 | never
  Spokane database   | pcd-spo-sql   | server      | database | SQL Server        | night  | 01:55 | 5200 | waiting
  Insurance claims   | pcd-edi-01    | application | files    | EDI gateway       | night  | 03:45 | 260 | late
  Mail               | pcd-m365      | cloud       | mixed    | Microsoft 365     | night  | 04:10 | 19800`;

const noor = `
  قاعدة بيانات المختبر | noor-sql-01 | server      | database | PostgreSQL        | strict | 01:25 | 18900
  ملفات المرضى       | noor-files-01 | server      | files    | Ubuntu 24.04      | night  | 02:15 | 41200
  بوابة النتائج       | noor-web-01   | application | database | MariaDB           | night  | 02:35 | 2600 | overdue
  الموارد البشرية     | noor-hr-01    | application | database | SQL Server        | week   | 21:15 | 730
  Analyser 1         | noor-an-01    | appliance   | files    | Analyser          | night  | 03:25 | 120
  Analyser 2         | noor-an-02    | appliance   | files    | Analyser          | night  | 03:35 | 130
  Analyser 3         | noor-an-03    | appliance   | files    | Analyser          | night  | 03:50 | 125 | offline
  Jeddah branch      | noor-jed-01   | server      | mixed    | Ubuntu 24.04      | night  | 04:25 | 9700
  Dammam branch      | noor-dam-01   | server      | mixed    | Ubuntu 24.04      | week   | 04:45 | 8800 | never-weekly
  Mail               | noor-mail-01  | cloud       | mixed    | Zimbra            | night  | 01:50 | 22400`;

const quayside = `
  Job tickets        | qp-jobs-01    | application | database | FileMaker         | night  | 02:25 | 1900
  Artwork            | qp-files-01   | server      | files    | macOS Server      | night  | 03:00 | 88000
  Prepress 1         | qp-mac-01     | workstation | files    | macOS             | night  | 20:40 | 14200
  Prepress 2         | qp-mac-02     | workstation | files    | macOS             | night  | 21:10 | 13900
  Web shop           | qp-shop-01    | cloud       | database | MariaDB           | night  | 04:30 | 2400
  Accounts           | qp-books-01   | application | database | Sage              | week   | 19:20 | 540`;

export const organizations: OrganizationPlan[] = [
  { name: 'Norra Clinic', timeZone: 'Europe/Stockholm', phone: '+46 8 5550 0142', systems: read(norra) },
  {
    name: 'Aalders Bouw',
    timeZone: 'Europe/Amsterdam',
    phone: '+31 20 555 01 77',
    outageDaysAgo: 17,
    systems: read(aalders),
  },
  {
    name: 'Pacific Crest Dental',
    timeZone: 'America/Los_Angeles',
    phone: '+1 206 555 0119',
    outageDaysAgo: 6,
    systems: read(pacific),
  },
  { name: 'مختبرات النور', timeZone: 'Asia/Riyadh', phone: '+966 11 555 0163', systems: read(noor) },
  {
    name: 'Quayside Print',
    timeZone: 'Europe/London',
    phone: '+44 20 7946 0183',
    inactiveForDays: 12,
    systems: read(quayside),
  },
];

export const retentions = {
  Standard: { days: 14, weeks: 8, months: 12, years: 2 },
  'Medical records': { days: 30, weeks: 12, months: 24, years: 10 },
  'Two weeks': { days: 14, weeks: 0, months: 0, years: 0 },
} as const;
export type RetentionName = keyof typeof retentions;

/** The retentions of the fleet: the strict ones for long, copies in a cloud for two weeks as well. */
export const retentionOf = ({ schedule, kind }: SystemPlan): RetentionName => {
  if (schedule === 'Every night, strict') return 'Medical records';
  return kind === 'cloud' ? 'Two weeks' : 'Standard';
};

/** Notes of people, by the name of the host. */
export const notes: Record<string, string> = {
  'nk-pacs-01': 'Runs until about 05:00. Call the imaging department before a restart.',
  'nk-lab-02': 'The dump goes to /var/backup first, which fills up when an old one stays.',
  'nk-old-01': 'Read only since 2024. No schedule on purpose.',
  'ab-erp-01': 'Restore tested on the first Monday of each quarter.',
  'ab-old-01': 'Switched off. Kept for the tax office until 2031.',
  'pcd-bill-01': 'Is being replaced by the new billing system.',
  'pcd-spo-01': 'Set up by the branch itself; ask for Ellen.',
  'noor-an-03': 'The analyser is switched off at weekends.',
};

/** Raspberry Pi clients; `host`: the system that one speaks for, else it waits to be assigned. */
export const pis = [
  { name: 'Pi in the server room', macAddress: 'b8:27:eb:4c:1a:07', ip: '10.12.4.31', host: 'nk-door-01' },
  { name: 'Pi of the Jeddah branch', macAddress: 'dc:a6:32:90:5e:c3', ip: '10.31.0.18', host: null },
  { name: '', macAddress: 'e4:5f:01:9c:77:d2', ip: '192.168.1.40', host: null },
] as const;

/** Systems that were removed and left their backups behind, by the index of their organization. */
export const orphans = [
  { name: 'Old web server', file: 'nk-www-00', owner: 0, days: [3, 10, 17, 24], clientVersion: '0.1.0' },
  { name: 'Test ERP', file: 'ab-erp-test', owner: 1, days: [40, 47], clientVersion: null },
] as const;

/** People of the demonstration, one for each way of working. `groups` are those of the first start. */
export const people = [
  { email: 'ruth@demo.example', firstName: 'Ruth', lastName: 'Okafor', group: 'Administrators', all: true },
  { email: 'mara@demo.example', firstName: 'Mara', lastName: 'Lindqvist', group: 'On-call', links: [0, 1, 2, 3] },
  { email: 'jonas@demo.example', firstName: 'Jonas', lastName: 'Visser', group: 'On-call', links: [0, 1], day: true },
  { email: 'layla@demo.example', firstName: 'ليلى', lastName: 'حداد', group: 'Viewers', links: [3] },
] as const;
