/** POST; specification section 7. */
export const createAccountPath = '/manager/api/v1/user-account/public/create';

/** The whole body of the create call (specification section 3). */
export interface SignUpPayload {
  readonly user: {
    readonly firstName: string;
    readonly lastName: string;
    readonly emailAddress: string;
    readonly password: string;
    readonly repeatPassword: string;
  };
}
