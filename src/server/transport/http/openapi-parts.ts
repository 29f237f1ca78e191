// The parts of the OpenAPI document that all calls share: list parameters, headers, the error envelope, ways to sign in.
import type { ValidationIssue } from '#contract/validation-issues.ts';

type Json = Record<string, unknown>;

const query = (name: string, description: string, schema: Json): Json => ({ name, in: 'query', description, schema });
const text = { type: 'string' };

const shared: Record<string, Json> = {
  Where: query(
    'where',
    'A filter as JSON, or in brackets as axios writes it: `{"name":{"contains":"x"},"or":[...]}`. Modifiers: `< <= > >= != in nin contains startsWith endsWith`. Text is compared exactly and sorted by its code points (on PostgreSQL as its database sorts); `contains`, `startsWith` and `endsWith` ignore case. Instants are compared as moments, a day such as `2026-11-21` as its first one in UTC. Terms that no index serves (`!=`, `nin`, `contains`, a second range) need a full scan, limited to 500,000 rows times terms; add a `system` or an `organizationId` filter where there are more rows.',
    text,
  ),
  Sort: query(
    'sort',
    '`name`, `name DESC`, or JSON such as `[{"name":"DESC"}]`; at most 10 terms. Sorting by an attribute without an index is limited to 10,000 rows.',
    text,
  ),
  Limit: query('limit', 'Maximum number of rows; larger values are treated as 1000.', {
    type: 'integer',
    minimum: 0,
    default: 1000,
  }),
  Skip: query(
    'skip',
    'Number of rows to skip. To read further, sort by `id` and filter for those greater than the last.',
    { type: 'integer', minimum: 0, maximum: 10_000, default: 0 },
  ),
  Select: query(
    'select',
    'Attributes to return, comma-separated; `id` and populated relations are always included.',
    text,
  ),
  Omit: query('omit', 'Attributes to exclude, comma-separated.', text),
  Filters: {
    ...query(
      'filters',
      'Filters any attribute of the record by equality; a repeated parameter matches any of its values.',
      {
        type: 'object',
        additionalProperties: text,
      },
    ),
    style: 'form',
    explode: true,
  },
};

/** The parameters of every list, as references into the document. */
export const listParameters: Json[] = Object.keys(shared).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const Populate = query(
  'populate',
  'Relations to populate, comma-separated. To-one relations are always populated; `false` returns their ids. One organization or user read by its id is populated with all of its relations that the caller may read, at most 1000 records each in order of id; `false` leaves them out. In a list at most 5,000 records of a relation are populated.',
  text,
);

const XsrfToken: Json = {
  name: 'X-XSRF-TOKEN',
  in: 'header',
  required: true,
  description:
    'The value of the XSRF-TOKEN cookie. Without it the response is 403 E_CSRF, which sets the cookie. Not required for clients that send their key, and not over the socket.',
  schema: text,
};

const IfMatch: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `editedAt` of the record when it was read, in double quotes, or `*`. If the record was edited since, the response is 412 E_CHANGED and nothing is written. Over the socket, send it in the `headers` of the virtual request.',
  schema: text,
  example: '"2026-11-21T02:58:00.000Z"',
};

const ISSUE_CODES: ValidationIssue['code'][] = [
  'required',
  'unknown_key',
  'invalid_type',
  'invalid_format',
  'invalid_value',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'glob_too_complex',
  'glob_outside',
];

const ErrorBody: Json = {
  type: 'object',
  description: 'The body of every answer with a status of 400 or more.',
  properties: {
    code: text,
    message: text,
    details: { type: 'array', items: text, description: 'One sentence for each fault, as `field: rule`.' },
    issues: {
      type: 'array',
      description:
        'The same faults for programs. `path` joins keys by dots; lengths and sizes are inclusive limits (`too_short`, `too_small`: `minimum`; `too_long`, `too_big`, `glob_too_complex`: `maximum`).',
      items: {
        type: 'object',
        properties: {
          path: text,
          code: { enum: ISSUE_CODES },
          minimum: { type: 'number' },
          maximum: { type: 'number' },
          expected: text,
          format: text,
          values: { type: 'array', items: text },
        },
        required: ['path', 'code'],
      },
    },
    record: { type: 'object', description: 'With E_CHANGED: the current record.' },
    editedBy: {
      type: 'object',
      description: 'With E_CHANGED: the user who edited it last. Absent if the reader may not see that user.',
      properties: { id: text, name: text },
      required: ['id', 'name'],
    },
    modelIdentity: text,
    attrNames: { type: 'array', items: text },
    requestId: text,
  },
  required: ['code', 'message'],
};

/** The components of the document around the given schemas. */
export const components = (schemas: Record<string, Json>): Json => ({
  schemas: { Error: ErrorBody, ...schemas },
  parameters: { ...shared, Populate, XsrfToken, IfMatch },
  headers: {
    TotalCount: { description: 'Number of matching records on all pages.', schema: { type: 'integer' } },
    RetryAfter: { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
  },
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'bw_session',
      description: 'Over TLS its name is `__Host-bw_session`.',
    },
    clientKey: { type: 'http', scheme: 'bearer', description: 'The key of an organization or a system.' },
  },
});
