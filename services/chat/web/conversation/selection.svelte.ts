/** The message on which keys act, and the message that is being edited. */
class Selection {
  id = $state<number | undefined>();
  editing = $state<number | undefined>();
}

export const selection = new Selection();
