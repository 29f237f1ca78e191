// The display name of a person.

interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

/** Returns first and last name, or the email address if both are empty. */
export const personName = ({ firstName, lastName, email }: Named): string => `${firstName} ${lastName}`.trim() || email;
