// Maps a database's constraint error to the expected API error.
import { errorCode, errorMessage, propertyOf } from '#server/unknown.ts';
import { ApiError } from './errors.ts';

/** Also where what is referred to is there, but not for whoever refers to it. */
export const missingReference = (): ApiError => new ApiError('E_DANGLING', 'A referenced record does not exist.');

/** The error where another record has the same values. */
export function taken(noun: string, attributes: string[]): ApiError {
  const names = attributes.join(' and ');
  return new ApiError('E_UNIQUE', `Another ${noun} has the same ${names}.`, {
    modelIdentity: noun,
    attrNames: attributes,
    details: [`${names}: is taken`],
  });
}

/** The refusal that a broken constraint means; any other error comes back as it is. */
export function toConstraintError(noun: string, error: unknown, doing: 'write' | 'destroy' = 'write'): unknown {
  const code = errorCode(error);
  if (code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return taken(noun, attributesOf(errorMessage(error), String(propertyOf(error, 'detail') ?? '')));
  }
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === '23503') {
    return doing === 'destroy'
      ? new ApiError('E_IN_USE', `This ${noun} is still in use by other records.`)
      : missingReference();
  }
  return error;
}

function attributesOf(message: string, detail: string): string[] {
  const sqlite = /failed: (.*)$/
    .exec(message)?.[1]
    ?.split(', ')
    .map((column) => column.split('.').at(-1) ?? column);
  const postgres = /\(([^)]*)\)=/
    .exec(detail)?.[1]
    ?.split(', ')
    .map((column) => column.replaceAll('"', ''));
  return sqlite ?? postgres ?? [];
}
