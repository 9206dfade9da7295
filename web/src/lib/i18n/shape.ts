/** The shape of a catalogue: the same keys, with any words. */
export type Shape<T> = {
  readonly [Key in keyof T]: T[Key] extends string
    ? string
    : T[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : T[Key] extends readonly (readonly string[])[]
        ? readonly (readonly string[])[]
        : Shape<T[Key]>
}
