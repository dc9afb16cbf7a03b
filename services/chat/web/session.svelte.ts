import { ApiError, call, signIn, Unreachable, whenSignedOut, whoAmI } from './api/call.js';
import { Team } from './team/team.svelte.js';
import { problemOf } from './team/view.svelte.js';

type Phase = 'starting' | 'signed-out' | 'unreachable' | 'in';

class Session {
  phase = $state<Phase>('starting');
  organizationName = $state('Team chat');
  /** Reason why the user was signed out without a request. */
  notice = $state('');
  #team = $state.raw<Team | undefined>();

  /** Data of the signed-in user. */
  get team(): Team {
    if (this.#team === undefined) throw new Error('no one is signed in');
    return this.#team;
  }

  async start(): Promise<void> {
    whenSignedOut(() => this.#end('Your session has ended. Sign in again: your drafts are still here.'));
    const name = this.#readName();
    try {
      await whoAmI();
      await this.#enter();
    } catch (error) {
      if (error instanceof Unreachable) this.phase = 'unreachable';
      else if (error instanceof ApiError) this.phase = 'signed-out';
      else throw error;
    }
    await name;
  }

  async #readName(): Promise<void> {
    try {
      const { realm_name } = await call<{ realm_name: string }>('GET', '/server_settings');
      this.organizationName = realm_name;
    } catch {
      // If the name cannot be read, the page keeps its default name.
    }
  }

  /** Returns the reason if this fails, otherwise an empty text. */
  async signIn(email: string, password: string): Promise<string> {
    try {
      await signIn(email, password);
      await this.#enter();
      return '';
    } catch (error) {
      return problemOf(error);
    }
  }

  async #enter(): Promise<void> {
    const team = new Team();
    await team.start();
    this.#team?.stop();
    this.#team = team;
    this.organizationName = team.organization.name;
    this.notice = '';
    this.phase = 'in';
  }

  async signOut(): Promise<void> {
    this.#team?.stop();
    await call('POST', '/logout').catch(() => {});
    this.#end('');
  }

  #end(notice: string): void {
    if (this.phase === 'signed-out') return;
    this.#team?.stop();
    this.notice = this.phase === 'in' ? notice : '';
    this.phase = 'signed-out';
  }
}

export const session = new Session();
