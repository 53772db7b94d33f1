/** Returns where members land after a sign-in: the redirect URI registered with the platform. */
export function landingOf(publicUrl: string): string {
  return `${publicUrl}/linked`;
}

/** Returns where a member begins the sign-in of this ticket. */
export function beginningOf(publicUrl: string, ticket: string): string {
  return `${publicUrl}/link/${ticket}`;
}
