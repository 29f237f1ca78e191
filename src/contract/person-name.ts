// The display name of a person.

/** The parts of a name. */
export interface NamedPerson {
  firstName: string;
  lastName: string;
  email: string;
}

/** Returns first and last name, or the email address if both are empty. */
export const personName = ({ firstName, lastName, email }: NamedPerson): string =>
  `${firstName} ${lastName}`.trim() || email;
