// What a person is called.

interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

/** The name that was given, or else the address. */
export const personName = ({ firstName, lastName, email }: Named): string => `${firstName} ${lastName}`.trim() || email;
