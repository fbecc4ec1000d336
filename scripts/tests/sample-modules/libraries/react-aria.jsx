import {
  Button,
  Dialog,
  DialogTrigger,
  Heading,
  Input,
  Label,
  Modal,
  TextField,
} from 'react-aria-components';

export default () => (
  <div id="react-aria">
    react-aria
    <DialogTrigger>
      <Button>Sign up…</Button>
      <Modal>
        <Dialog>
          <Heading slot="title">Sign up</Heading>
          <TextField>
            <Label>First name</Label>
            <Input />
          </TextField>
          <Button slot="close">Submit</Button>
        </Dialog>
      </Modal>
    </DialogTrigger>
  </div>
);
