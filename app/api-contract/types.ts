import type { z } from "zod";
import type { BodyName, bodies, RecordName, records } from "./records";

/** A record as it is answered. */
export type RecordOf<Name extends RecordName> = z.output<(typeof records)[Name]>;

/** A body as it may be sent. */
export type BodyOf<Name extends BodyName> = Sent<
  z.input<(typeof bodies)[Name]>,
  z.output<(typeof bodies)[Name]>
>;

/** What a schema takes, as loosely as it says so; where it says nothing, because it tidies first, what it makes of it. */
type Sent<Taken, Made> = unknown extends Taken
  ? Loose<Made>
  : Taken extends object
    ? { [Key in keyof Taken]: Sent<Taken[Key], Key extends keyof Made ? NonNullable<Made[Key]> : never> }
    : Taken;

/** What may be undefined may be left out. */
type Loose<Made> = Made extends readonly unknown[]
  ? Made
  : Made extends object
    ? { [Key in keyof Made as undefined extends Made[Key] ? never : Key]: Loose<Made[Key]> } & {
        [Key in keyof Made as undefined extends Made[Key] ? Key : never]?: Loose<Made[Key]>;
      }
    : Made;
