import { type ExtensionContext, window } from 'vscode';
import { ModelEditor } from './model-editor.js';

export function activate({ extensionUri, subscriptions }: ExtensionContext): void {
  const editor = new ModelEditor(extensionUri);
  subscriptions.push(editor, window.registerCustomEditorProvider('protomdl.model', editor));
}
