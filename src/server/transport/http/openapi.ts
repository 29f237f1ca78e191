// The contract as an OpenAPI 3.1 document: every call with its input, result, refusals, permission and carrier. Derived.
import * as z from 'zod/mini';
import { isUpdate, type Call, type Entity } from '#contract/define.ts';
import { whoMay } from '#contract/permissions.ts';
import { badInput, errorStatuses, type Code } from '#contract/errors.ts';
import { answersRecords } from '#server/pipeline/populate.ts';
import { components, listParameters } from './openapi-parts.ts';

type Json = Record<string, unknown>;
type ObjectSchema = Pick<z.core.JSONSchema.JSONSchema, 'properties' | 'required'>;

/** The whole document; `version` is the server's. */
export function openApi(entities: readonly Entity[], version: string): Json {
  const { schemas, nameOf } = resultsOf(entities);
  const paths: Record<string, Json> = {};
  for (const entity of entities) {
    for (const [name, call] of Object.entries(entity.calls)) {
      const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
      const result = nameOf(call.result);
      (paths[path] ??= {})[call.method.toLowerCase()] = operationOf(entity, name, call, result);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Backwatch', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: entities.map(({ noun }) => ({ name: noun })),
    paths,
    components: components(schemas),
  };
}

const DESCRIPTION = [
  'Every call over HTTP, and as a virtual request over the live socket: event = method in lower case, argument',
  '`{url, data, headers}`, acknowledged once with `{body, headers, statusCode}`. Instants are ISO 8601 in UTC, sizes are bytes.',
  'A JSON body is taken as it is: an undeclared key, or a number as text, is answered 400, and `details` names each fault;',
  'text in a query or a form is read as the declared type.',
  'What changes something over HTTP needs the `X-XSRF-TOKEN` header; PUT is taken where PATCH is, HEAD where GET is.',
  '`X-Socket-Id` is the id of a live socket of the same session; that socket does not receive the event of the returned record.',
  'Relations can also be read with `GET /{noun}/{id}/{relation}`, by the names that `populate` accepts.',
].join(' ');

/** The records under their nouns, and what else is answered under the name of its call. */
function resultsOf(entities: readonly Entity[]) {
  const registry = z.registry<{ id: string }>();
  const name = (schema: z.ZodMiniType, id: string) => void (registry.has(schema) || registry.add(schema, { id }));
  for (const { noun, record } of entities) if (Object.keys(record.shape).length > 0) name(record, noun);
  for (const { noun, calls } of entities) {
    for (const [call, { result }] of Object.entries(calls)) name(result, `${noun}.${call}`);
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'output',
    unrepresentable: 'any',
  });
  const bare = Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, ...schema }]): [string, Json] => [
    id,
    schema,
  ]);
  return {
    schemas: Object.fromEntries(bare),
    nameOf: (schema: z.ZodMiniType): string => registry.get(schema)?.id ?? '',
  };
}

function operationOf({ noun, record }: Entity, name: string, call: Call, result: string): Json {
  const populates = answersRecords({ call, record });
  const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
  const inBody = call.method !== 'GET' && call.method !== 'DELETE';
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, key = '']) => key);
  const rest = Object.keys(input.properties ?? {}).filter((key) => !inPath.includes(key));
  const body = inBody && rest.length > 0 ? bodyOf(input, rest) : null;
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: call.doc,
    description: descriptionOf(call),
    parameters: [
      ...inPath.map((key) => parameterOf(input, key, 'path')),
      ...(inBody ? [] : rest.map((key) => parameterOf(input, key, 'query'))),
      ...(call.list ? listParameters : []),
      ...(populates ? [{ $ref: '#/components/parameters/Populate' }] : []),
      ...(needsToken(call) ? [{ $ref: '#/components/parameters/XsrfToken' }] : []),
      ...(isUpdate(call) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { 200: answerOf(call, result), ...refusalsOf(call, inPath.length > 0, populates) },
    security: securityOf(call),
    'x-permission': call.may,
    'x-carrier': call.carrier,
    'x-changes': call.changes,
  };
}

const needsToken = ({ changes, byToken, carrier, may }: Call): boolean =>
  changes && !byToken && carrier !== 'socket' && may !== 'client';

function descriptionOf(call: Call): string {
  return [
    `Required permission: ${whoMay(call)}.`,
    call.carrier === 'socket' ? 'Only over the live socket.' : '',
    call.carrier === 'http' ? 'Only over HTTP.' : '',
    call.method === 'GET' && call.changes ? 'Changes data although it is a GET.' : '',
    call.byToken ? 'Authenticated by the signed token in its input.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const parameterOf = (input: ObjectSchema, key: string, where: 'path' | 'query'): Json => ({
  name: key,
  in: where,
  required: where === 'path' || (input.required ?? []).includes(key),
  schema: input.properties?.[key] ?? {},
});

function bodyOf({ properties = {}, required = [] }: ObjectSchema, keys: string[]): Json {
  const needed = keys.filter((key) => required.includes(key));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
  };
  return { required: needed.length > 0, content: { 'application/json': { schema } } };
}

const answerOf = (call: Call, result: string): Json => ({
  description: call.list
    ? 'The rows of this page. `X-Total-Count` has the number of all matching rows. With `Accept: text/csv` all matching rows as CSV, at most 100,000, one column for each attribute; a cell that begins like a formula has an apostrophe before it.'
    : 'Done.',
  ...(call.result instanceof z.ZodMiniArray
    ? { headers: { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' } } }
    : {}),
  content: {
    'application/json': { schema: { $ref: `#/components/schemas/${result}` } },
    ...(call.list ? { 'text/csv': { schema: { type: 'string' } } } : {}),
  },
});

function securityOf({ may, client }: Call): Json[] {
  if (may === 'public') return [];
  return [...(may === 'client' ? [] : [{ session: [] }]), ...(client ? [{ clientKey: [] }] : [])];
}

const isCode = (code: string): code is Code => code in errorStatuses;

/** The errors of dispatch and store for such a call, before its own. */
function usualRefusals(call: Call, hasPath: boolean, populates: boolean): Code[] {
  const owned = call.may.includes('.');
  const writes = owned && call.method !== 'GET' && call.method !== 'DELETE';
  return [
    badInput(call),
    ...(populates ? (['E_INVALID_POPULATES'] as const) : []),
    ...(writes ? (['E_UNIQUE', 'E_DANGLING'] as const) : []),
    ...(owned && call.method === 'DELETE' ? (['E_IN_USE'] as const) : []),
    ...(isUpdate(call) ? (['E_CHANGED'] as const) : []),
    ...(call.carrier === 'socket' ? (['E_SOCKET_REQUIRED'] as const) : []),
    ...(call.may === 'public' ? [] : (['E_UNAUTHORIZED', 'E_FORBIDDEN'] as const)),
    ...(needsToken(call) ? (['E_CSRF'] as const) : []),
    ...(hasPath ? (['E_NOT_FOUND'] as const) : []),
    ...(call.method === 'GET' ? [] : (['E_BAD_BODY', 'E_TOO_LARGE'] as const)),
    'E_INTERNAL',
  ];
}

function refusalsOf(call: Call, hasPath: boolean, populates: boolean): Record<string, Json> {
  const codes = new Set([...usualRefusals(call, hasPath, populates), ...call.errors.filter(isCode)]);
  const byStatus = new Map<number, Code[]>();
  for (const code of codes) byStatus.set(errorStatuses[code], [...(byStatus.get(errorStatuses[code]) ?? []), code]);
  return Object.fromEntries([...byStatus].map(([status, words]) => [status, refusalOf(status, words)]));
}

const refusalOf = (status: number, codes: Code[]): Json => ({
  description: codes.join(', '),
  ...(status === 429 ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {}),
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { code: { enum: codes } } }],
      },
    },
  },
});
