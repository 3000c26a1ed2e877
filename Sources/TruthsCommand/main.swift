print("truths")
